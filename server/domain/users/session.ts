import { type Sql, sql } from "@/server/db/sql";
import { newRecordId, type RecordId } from "@/server/platform/ids";

const DAY_MS = 24 * 60 * 60 * 1000;

/** No one stays signed in longer, however often they come by. */
export const SESSION_MS = 30 * DAY_MS;
/** A device that has not been seen for so long is signed out. */
const IDLE_MS = 7 * DAY_MS;

/** Condition on `portal_sessions s`: still open at a time. */
export function isOpenAt(now: Date): Sql {
  return sql`s.revoked_at IS NULL AND s.expires_at > ${now} AND s.last_seen_at > ${new Date(now.getTime() - IDLE_MS)}`;
}

/** Where a sign-in comes from. */
export interface Device {
  /** What the browser calls itself. */
  readonly userAgent: string | null;
  readonly address: string | null;
}

interface NewSession extends Device {
  readonly id: RecordId;
  readonly createdAt: Date;
}

const MAX_USER_AGENT = 300;

export function newSession(now: Date, { userAgent, address }: Device): NewSession {
  return { id: newRecordId(now), createdAt: now, userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null, address };
}

/** The end of a statement whose part `proved` has the `id` of whose session it is, or nobody's; returns the session's id. */
export function insertSession({ id, createdAt, userAgent, address }: NewSession): Sql {
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
  return sql`INSERT INTO portal_sessions (id, user_id, user_agent, address, created_at, last_seen_at, expires_at)
    SELECT ${id}, id, ${userAgent}, ${address}, ${createdAt}, ${createdAt}, ${expiresAt} FROM proved RETURNING id`;
}
