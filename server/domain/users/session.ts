import { type Sql, sql } from "@/server/db/sql";

const DAY_MS = 24 * 60 * 60 * 1000;

/** No one stays signed in longer, however often they come by. */
export const SESSION_MS = 30 * DAY_MS;
/** A device that has not been seen for so long is signed out. */
const IDLE_MS = 7 * DAY_MS;

/** Condition on `portal_sessions s`: still open at a time. */
export function isOpenAt(now: Date): Sql {
  return sql`s.revoked_at IS NULL AND s.expires_at > ${now} AND s.last_seen_at > ${new Date(now.getTime() - IDLE_MS)}`;
}
