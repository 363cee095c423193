import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "../caller";
import type { Tenant } from "./get-tenant";

/** What operators see of an API key: nothing that opens anything. */
export interface TenantKey {
  readonly id: string;
  readonly publicKey: string;
  readonly label: string | null;
  readonly requireSignature: boolean;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const MAX_KEYS = 50;

/** A tenant's keys in the environment the operator looks at: those that work first, at most 50. */
export async function listTenantKeys(caller: OperatorCaller, tenant: Pick<Tenant, "id">): Promise<TenantKey[]> {
  return query<TenantKey>(
    getPool(),
    sql`SELECT id, public_key, label, require_signature, is_shared, created_at, last_used_at, revoked_at FROM api_keys
      WHERE tenant_id = ${tenant.id} AND environment = ${caller.environment}::environment
      ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT ${MAX_KEYS}`,
  );
}
