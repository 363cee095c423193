import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";

export async function isSharedTenant(tenantId: TenantId, db: Queryable = getPool()): Promise<boolean> {
  const shared = await query(db, sql`SELECT 1 FROM api_keys WHERE tenant_id = ${tenantId} AND is_shared LIMIT 1`);
  return shared.length > 0;
}
