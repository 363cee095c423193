import { announce } from "@/server/db/announce";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";
import type { UserCaller } from "../../caller";
import { newPushMessage } from "../news/new-push-message";
import { noSuchDevice } from "./no-such-device";

const MINUTE_MS = 60_000;
/** Short, since the user is watching the device. */
const WAITS_MS = 5 * MINUTE_MS;

/** Throws `not_found` if pushes are off on this device. */
export async function sendTestPush(
  { sessionId, userId, now }: UserCaller,
  { memberId }: { readonly memberId: MemberId },
): Promise<void> {
  const [device] = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM push_devices WHERE session_id = ${sessionId} AND user_id = ${userId}`,
  );
  if (!device) throw noSuchDevice();
  const message = newPushMessage(now, {
    deviceId: device.id,
    memberId: null,
    cause: `test:${newRecordId(now)}`,
    title: "Notifications work",
    body: "This device shows what happens in your wallet.",
    href: "/wallet/settings",
    expiresAt: new Date(now.getTime() + WAITS_MS),
  });
  const written = await query(
    getPool(),
    sql`WITH device AS (SELECT 1 FROM push_devices WHERE id = ${device.id} FOR KEY SHARE)
      ${insertRows("push_messages", [message], "device")}`,
  );
  if (written.length === 0) throw noSuchDevice();
  announce(getPool(), `member:${memberId}`);
}
