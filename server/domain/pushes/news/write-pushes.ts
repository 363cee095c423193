import { columnsOf, rowsAsJson } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findPayments, findRefunds } from "./find-payments";
import { findAgreements, findCharges } from "./find-requests";
import { newPushMessage } from "./new-push-message";
import { roomOf, type Scope } from "./select-push-devices";

/**
 * Writes messages about recent news, found in the books and tables, so that no payment waits for it or fails with it. Requests
 * come first, and no device gets more than it has room for. Safe to run at any time and concurrently, since a device is told
 * once per cause; a device that is being changed or removed is left for the next run. Returns the number written.
 */
export async function writePushes(input: { readonly now: Date; readonly members: Scope }): Promise<number> {
  const { now, members } = input;
  const found = [
    ...(await findCharges(now, members)),
    ...(await findAgreements(now, members)),
    ...(await findPayments(now, members)),
    ...(await findRefunds(now, members)),
  ].map((news) => newPushMessage(now, news));
  if (found.length === 0) return 0;
  const { list, row } = columnsOf.push_messages;
  const written = await query(
    getPool(),
    sql`INSERT INTO push_messages (${list})
      SELECT ${row} FROM (
        SELECT f.*, row_number() OVER (PARTITION BY f.device_id ORDER BY f.ordinality) AS nth
        FROM json_populate_recordset(NULL::push_messages, ${rowsAsJson(found)}::json) WITH ORDINALITY f
      ) r JOIN push_devices d ON d.id = r.device_id WHERE r.nth <= ${roomOf(sql`d.id`, now)}
      FOR KEY SHARE OF d SKIP LOCKED
      ON CONFLICT (device_id, cause) DO NOTHING RETURNING id`,
  );
  return written.length;
}
