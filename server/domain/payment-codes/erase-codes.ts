import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import { isOverAt } from "./expire-payment-codes";

/** Like a revocation, in the caller's transaction; also erases texts. Holds stay. Idempotent. */
export async function eraseCodes(
  db: Queryable,
  { memberIds, now }: { readonly memberIds: readonly MemberId[]; readonly now: Date },
): Promise<void> {
  await query(
    db,
    sql`UPDATE payment_codes SET
        status = CASE WHEN status <> 'active' THEN status WHEN ${isOverAt(now)} THEN 'expired' ELSE 'revoked' END,
        pin_hash = NULL, revoked_at = coalesce(revoked_at, ${now}::timestamptz), revoke_reason = NULL,
        display_hint = NULL, metadata = NULL
      WHERE member_id = ANY(${[...memberIds]}::text[])
        AND (status = 'active' OR num_nonnulls(display_hint, metadata, revoke_reason) > 0)`,
  );
}
