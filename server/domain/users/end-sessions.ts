import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { UserCaller } from "../caller";

/** Which of the user's own sessions end: this one, another by its id, all but this one, or all. */
export type EndedSessions = "this" | "others" | "all" | { readonly id: string };

/**
 * Signs devices out: their next request is refused, and pages that are open there learn of it. Sessions of others are
 * not touched, whatever the id. Returns how many ended.
 *
 * One may have begun after this request did. In the transaction of a change to the login it comes after that change,
 * which a sign-in under way waits for.
 */
export async function endSessions(
  caller: Pick<UserCaller, "userId" | "sessionId" | "now">,
  which: EndedSessions,
  db: Queryable = getPool(),
): Promise<number> {
  const ended = await query<{ id: string }>(
    db,
    sql`UPDATE portal_sessions SET revoked_at = greatest(created_at, ${caller.now}::timestamptz)
      WHERE user_id = ${caller.userId} AND revoked_at IS NULL AND ${conditionOf(caller, which)} RETURNING id`,
  );
  announce(db, ...ended.map(({ id }) => `session:${id}` as const));
  return ended.length;
}

function conditionOf({ sessionId }: Pick<UserCaller, "sessionId">, which: EndedSessions): Sql {
  switch (which) {
    case "this":
      return sql`id = ${sessionId}`;
    case "others":
      return sql`id <> ${sessionId}`;
    case "all":
      return sql`true`;
    default:
      return sql`id = ${which.id}`;
  }
}
