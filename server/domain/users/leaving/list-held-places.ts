import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";

/** A tenant's team or, without a tenant, the network's operators. */
export interface HeldPlace {
  readonly tenantId: TenantId | null;
  readonly title: string;
  /** The last owner, or the last operator. */
  readonly isLast: boolean;
}

/** `isLocking` locks the tenants, so that of two last owners who leave at once, one stays. */
export async function listHeldPlaces(
  db: Queryable,
  { userId }: { readonly userId: string },
  isLocking: boolean,
): Promise<HeldPlace[]> {
  if (isLocking) {
    await query(
      db,
      sql`SELECT t.id FROM tenants t WHERE t.id IN (SELECT tenant_id FROM roles WHERE user_id = ${userId})
        ORDER BY t.id FOR NO KEY UPDATE`,
    );
    await query(db, sql`SELECT id FROM roles WHERE kind = 'network_operator' ORDER BY id FOR UPDATE`);
  }
  return query<HeldPlace>(
    db,
    sql`SELECT r.tenant_id, coalesce(t.title, 'the network’s operators') AS title,
        r.kind IN ('tenant_owner', 'network_operator') AND NOT EXISTS (
          SELECT 1 FROM roles o WHERE o.kind = r.kind AND o.tenant_id IS NOT DISTINCT FROM r.tenant_id
            AND o.user_id <> r.user_id) AS is_last
      FROM roles r LEFT JOIN tenants t ON t.id = r.tenant_id
      WHERE r.user_id = ${userId} AND r.kind <> 'member' ORDER BY r.id`,
  );
}
