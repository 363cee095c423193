import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOpenAt } from "@/server/domain/users";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";
import { newPushMessage } from "../news/new-push-message";
import { holdAddress } from "./hold-address";
import { type PushAddress, type PushKinds, requireAddress } from "./turn-on-pushes";

/** The same error for a missing device, another user's, and a removed one. */
function noSuchDevice(): DomainError {
  return new DomainError("not_found", "Notifications are off on that device.");
}

export interface PushDevice {
  readonly id: RecordId;
  readonly isCurrent: boolean;
  readonly userAgent: string | null;
  readonly requests: boolean;
  readonly payments: boolean;
}

/** The current one first, without signed-out ones. */
export async function listPushDevices(caller: UserCaller): Promise<PushDevice[]> {
  return query<PushDevice>(
    getPool(),
    sql`SELECT d.id, d.session_id = ${caller.sessionId} AS is_current, s.user_agent, d.requests, d.payments
      FROM push_devices d JOIN portal_sessions s ON s.id = d.session_id
      WHERE d.user_id = ${caller.userId} AND ${isOpenAt(caller.now)}
      ORDER BY is_current DESC, d.id`,
  );
}

/** Throws `not_found` if the device has no pushes. */
export async function changePushDevice(caller: UserCaller, { requests, payments }: PushKinds): Promise<void> {
  await runInTransaction(async (db) => {
    const [device] = await query<{ id: string }>(
      db,
      sql`UPDATE push_devices SET requests = ${requests}, payments = ${payments}
        WHERE session_id = ${caller.sessionId} AND user_id = ${caller.userId} RETURNING id`,
    );
    if (!device) throw noSuchDevice();
    await recordAudit(db, caller, {
      action: "pushes.changed",
      subject: { kind: "push_device", id: device.id },
      details: { requests, payments },
    });
  });
}

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

/** Also drops what was on its way. Throws `not_found`, also on a retry. */
export async function removePushDevice(caller: UserCaller, { id }: { readonly id: string }): Promise<void> {
  await runInTransaction(async (db) => {
    const removed = await query(
      db,
      sql`DELETE FROM push_devices WHERE id = ${id} AND user_id = ${caller.userId} RETURNING id`,
    );
    if (removed.length === 0) throw noSuchDevice();
    await recordAudit(db, caller, { action: "pushes.turned_off", subject: { kind: "push_device", id } });
  });
}

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

/** Includes messages on their way, in the caller's transaction. Idempotent. */
export async function erasePushDevices(db: Queryable, userId: string): Promise<void> {
  await query(db, sql`DELETE FROM push_devices WHERE user_id = ${userId}`);
}
