import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";

/** In the caller's transaction. Idempotent. */
export async function eraseNotes(db: Queryable, memberIds: readonly MemberId[]): Promise<void> {
  await query(
    db,
    sql`UPDATE transaction_reports SET note = NULL WHERE member_id = ANY(${[...memberIds]}::text[]) AND note IS NOT NULL`,
  );
}
