import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** The device of another session that is sent to at an address. */
interface OtherDevice {
  readonly id: string;
  /** What only its browser knows of the address. */
  readonly auth: string;
}

/**
 * To the end of the caller's transaction nobody else gives a device this address. Returns whose it is, if not the
 * session's.
 */
export async function holdAddress(
  db: Queryable,
  { endpoint, sessionId }: { readonly endpoint: string; readonly sessionId: string },
): Promise<OtherDevice | null> {
  await query(db, sql`SELECT pg_advisory_xact_lock(hashtextextended(${`push-address:${endpoint}`}, 0))`);
  const [other] = await query<OtherDevice>(
    db,
    sql`SELECT id, auth FROM push_devices WHERE endpoint = ${endpoint} AND session_id <> ${sessionId}`,
  );
  return other ?? null;
}
