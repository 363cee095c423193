import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";

/** Erases operators' notes on the members' fundings, and ends open requests for fundings and reversals. Idempotent. */
export async function eraseReferences(
  db: Queryable,
  { memberIds, now }: { readonly memberIds: readonly MemberId[]; readonly now: Date },
): Promise<void> {
  await query(
    db,
    sql`UPDATE approvals SET reference = '', expires_at = least(expires_at, ${now}::timestamptz)
      WHERE account_id IN (SELECT id FROM accounts WHERE member_id = ANY(${[...memberIds]}::text[]))`,
  );
}
