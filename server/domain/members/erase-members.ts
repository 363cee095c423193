import { announce } from "@/server/db/announce";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import { eraseReferences } from "../approvals";

/**
 * Erases the members' names, their tenant's notes, and operators' notes on their fundings, and closes their cards for good,
 * without the cards' names, in the caller's transaction. Accounts stay as they are: the books name them by id. Idempotent.
 */
export async function eraseMembers(
  db: Queryable,
  { memberIds, now }: { readonly memberIds: readonly MemberId[]; readonly now: Date },
): Promise<void> {
  const ids = [...memberIds];
  await query(
    db,
    sql`UPDATE members SET name = 'Deleted member ' || id, external_id = NULL, email = NULL, metadata = NULL, erased_at = coalesce(erased_at, ${now})
      WHERE id = ANY(${ids}::text[])`,
  );
  await query(
    db,
    sql`UPDATE cards SET status = 'closed', rules_version = rules_version + 1
      WHERE member_id = ANY(${ids}::text[]) AND status <> 'closed'`,
  );
  await query(
    db,
    sql`UPDATE cards SET member_name = NULL, tint = NULL WHERE member_id = ANY(${ids}::text[]) AND coalesce(member_name, tint) IS NOT NULL`,
  );
  await query(db, sql`DELETE FROM funding_references WHERE member_id = ANY(${ids}::text[])`);
  await eraseReferences(db, { memberIds, now });
  announce(db, ...ids.map((id) => `member:${id}` as const));
}

/** Locks members in id order, so that nothing is opened or issued for them meanwhile. */
export async function lockMembers(db: Queryable, memberIds: readonly MemberId[]): Promise<void> {
  await query(db, sql`SELECT id FROM members WHERE id = ANY(${[...memberIds]}::text[]) ORDER BY id FOR NO KEY UPDATE`);
}
