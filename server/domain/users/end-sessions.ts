import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { UserCaller } from "../caller";

/** Which of the user's own sessions end: this one, another by its id, all but this one, or all. */
export type EndedSessions = "this" | "others" | "all" | { readonly id: string };

/**
 * Signs devices out: their next request is refused, and pages that are open there learn of it. Sessions of others are
 * not touched, whatever the id. Returns how many ended.
 */
export async function endSessions(caller: UserCaller, which: EndedSessions): Promise<number> {
  const ended = await query<{ id: string }>(
    getPool(),
    sql`UPDATE portal_sessions SET revoked_at = ${caller.now}
      WHERE user_id = ${caller.userId} AND revoked_at IS NULL AND ${conditionOf(caller, which)} RETURNING id`,
  );
  for (const { id } of ended) announce(getPool(), `session:${id}`);
  return ended.length;
}

function conditionOf({ sessionId }: UserCaller, which: EndedSessions): Sql {
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
