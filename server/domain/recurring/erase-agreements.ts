import { announce } from "@/server/db/announce";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";

/** In the caller's transaction, as the member's own revocation would; also erases texts. Idempotent. */
export async function eraseAgreements(
  db: Queryable,
  { memberIds, now }: { readonly memberIds: readonly MemberId[]; readonly now: Date },
): Promise<void> {
  const ids = [...memberIds];
  const ended = await query<{ tenantId: TenantId; environment: Environment }>(
    db,
    sql`UPDATE recurring_agreements SET status = 'revoked', revoked_by = 'member', version = version + 1,
        revoked_at = greatest(last_charged_at, ${now}::timestamptz)
      WHERE member_id = ANY(${ids}::text[]) AND status IN ('pending', 'active') RETURNING tenant_id, environment`,
  );
  await query(
    db,
    sql`UPDATE recurring_agreements SET description = 'Deleted', revoke_reason = NULL, version = version + 1
      WHERE member_id = ANY(${ids}::text[]) AND (description <> 'Deleted' OR revoke_reason IS NOT NULL)`,
  );
  await query(
    db,
    sql`UPDATE charge_requests SET metadata = NULL WHERE member_id = ANY(${ids}::text[]) AND metadata IS NOT NULL`,
  );
  announce(db, ...ended.map(({ tenantId, environment }) => `tenant:${tenantId}:${environment}` as const));
}
