import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

interface OtherDevice {
  readonly id: string;
  /** Known only to the browser that has the address. */
  readonly auth: string;
}

/** Reserves the address until the transaction ends. Returns its device, if that belongs to another session. */
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
