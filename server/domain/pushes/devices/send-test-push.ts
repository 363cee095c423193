import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";
import { wakePushes } from "../news/bind-push-queue";
import { newPushMessage } from "../news/new-push-message";
import { noSuchDevice } from "./no-such-device";

const MINUTE_MS = 60_000;
/** In a minute. */
const MOST = 3;
/** Whoever presses the button looks at the device. */
const WAITS_MS = 5 * MINUTE_MS;

/** A push to this device that says that pushes arrive. Throws `not_found` where they are off, `rate_limit_exceeded`. */
export async function sendTestPush(
  { sessionId, userId, now }: UserCaller,
  { memberId }: { readonly memberId: MemberId },
): Promise<void> {
  const [device] = await query<{ id: string; tests: bigint }>(
    getPool(),
    sql`SELECT d.id, (SELECT count(*) FROM push_messages p WHERE p.device_id = d.id AND starts_with(p.cause, 'test:')
        AND p.created_at > ${new Date(now.getTime() - MINUTE_MS)}) AS tests
      FROM push_devices d WHERE d.session_id = ${sessionId} AND d.user_id = ${userId}`,
  );
  if (!device) throw noSuchDevice();
  if (device.tests >= MOST) {
    throw new DomainError("rate_limit_exceeded", "Wait a minute before you send another one.", {
      retryAfterSeconds: MINUTE_MS / 1_000,
    });
  }
  const message = newPushMessage(now, {
    deviceId: device.id,
    cause: `test:${newRecordId(now)}`,
    title: "Notifications work",
    body: "This device shows what happens in your wallet.",
    href: "/wallet/settings",
    expiresAt: new Date(now.getTime() + WAITS_MS),
  });
  await query(getPool(), insertRows("push_messages", [message], "(SELECT 1) AS work"));
  wakePushes([`member:${memberId}`]);
}
