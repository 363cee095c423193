import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { UserCaller } from "../caller";
import { isOpenAt } from "./session";

/** A device that is signed in. */
export interface Session {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

const MAX_LISTED = 50;

/** The user's open sessions: this one, then those seen last, at most 50. */
export async function listSessions(caller: UserCaller): Promise<Session[]> {
  const sessions = await query<Session>(
    getPool(),
    sql`SELECT s.id, s.id = ${caller.sessionId} AS is_current, s.user_agent, s.address, s.created_at, s.last_seen_at
      FROM portal_sessions s WHERE s.user_id = ${caller.userId} AND ${isOpenAt(caller.now)}
      ORDER BY s.last_seen_at DESC, s.id DESC LIMIT ${MAX_LISTED}`,
  );
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
