import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { UserCaller } from "../../caller";
import { noSuchDevice } from "./no-such-device";
import { type PushAddress, requireAddress } from "./turn-on-pushes";

/**
 * This device has another address: its push service ended the old one by itself. What it is told of stays, and so does the
 * sender that its browser knows. A retry changes nothing. Throws `not_found` where pushes are off here, `validation_error`.
 */
export async function renewPushDevice(caller: UserCaller, address: PushAddress): Promise<void> {
  await requireAddress(address);
  const { endpoint, p256dh, auth } = address;
  const renewed = await query(
    getPool(),
    sql`UPDATE push_devices SET endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
      WHERE session_id = ${caller.sessionId} AND user_id = ${caller.userId}
        AND NOT EXISTS (SELECT 1 FROM push_devices o WHERE o.endpoint = ${endpoint} AND o.session_id <> ${caller.sessionId})
      RETURNING id`,
  );
  if (renewed.length === 0) throw noSuchDevice();
}
