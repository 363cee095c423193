import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";

/** A login with all of its wallets, or a member without one. */
export interface Person {
  readonly userId: RecordId | null;
  readonly email: string | null;
  /** A publicly known sandbox login. */
  readonly isShared: boolean;
  readonly memberIds: readonly MemberId[];
}

/** The person of a login, or behind a member; locked, with what says who they are, where `db` is a transaction's. */
export async function findPerson(
  db: Queryable,
  who: { readonly userId: RecordId } | { readonly memberId: MemberId },
  isLocking: boolean,
): Promise<Person> {
  const lock = isLocking ? sql`FOR UPDATE OF u` : sql``;
  const which =
    "userId" in who
      ? sql`u.id = ${who.userId}`
      : sql`u.id = (SELECT user_id FROM roles WHERE member_id = ${who.memberId} ORDER BY id LIMIT 1)`;
  const [login] = await query<{ userId: RecordId; email: string; isShared: boolean }>(
    db,
    sql`SELECT u.id AS user_id, u.email, u.is_shared FROM users u WHERE ${which} ${lock}`,
  );
  const nobody = { userId: null, email: null, isShared: false };
  if (!login) return { ...nobody, memberIds: "memberId" in who ? [who.memberId] : [] };
  const wallets = await query<{ memberId: MemberId }>(
    db,
    sql`SELECT member_id FROM roles WHERE user_id = ${login.userId} AND kind = 'member' ORDER BY member_id`,
  );
  return { ...login, memberIds: wallets.map(({ memberId }) => memberId) };
}
