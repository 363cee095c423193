import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { UserCaller } from "../../caller";
import { holdAddress } from "./hold-address";
import { noSuchDevice } from "./no-such-device";
import { type PushAddress, requireAddress } from "./turn-on-pushes";

/**
 * Replaces the address of this device, after its push service ended the old one. Its kinds and its sender stay. A retry changes
 * nothing; of two devices that name one address at the same time, the first gets it. Throws `not_found` if pushes are off here,
 * and for another device's address; `validation_error`.
 */
export async function renewPushDevice(caller: UserCaller, address: PushAddress): Promise<void> {
  await requireAddress(address);
  const { endpoint, p256dh, auth } = address;
  const { sessionId, userId } = caller;
  await runInTransaction(async (db) => {
    if (await holdAddress(db, { endpoint, sessionId })) throw noSuchDevice();
    const renewed = await query(
      db,
      sql`UPDATE push_devices SET endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
        WHERE session_id = ${sessionId} AND user_id = ${userId} RETURNING id`,
    );
    if (renewed.length === 0) throw noSuchDevice();
  });
}
