import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";

/**
 * Takes a person's address out of every invitation that was sent to them, in the caller's transaction, and ends those that
 * are open, and those that they sent. Idempotent.
 */
export async function eraseInvitations(
  db: Queryable,
  person: {
    readonly userId: string | null;
    readonly email: string | null;
    readonly memberIds: readonly MemberId[];
    readonly now: Date;
  },
): Promise<void> {
  const { userId, email, memberIds, now } = person;
  await query(
    db,
    sql`UPDATE invitations SET email = 'Deleted person',
        revoked_at = CASE WHEN accepted_at IS NULL THEN coalesce(revoked_at, ${now}) END
      WHERE email = ${email} OR accepted_by = ${userId} OR member_id = ANY(${[...memberIds]}::text[])`,
  );
  await query(
    db,
    sql`UPDATE invitations SET revoked_at = ${now}
      WHERE invited_by = ${userId} AND accepted_at IS NULL AND revoked_at IS NULL`,
  );
}
