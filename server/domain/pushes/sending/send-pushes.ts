import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOpenAt } from "@/server/domain/users";
import { isSendingPaused } from "@/server/platform/env";
import { metrics } from "@/server/platform/metrics";
import { isHeldBack } from "../../restores";
import { mayBeTold } from "../news/told-devices";
import { type PushResult, pushSender } from "../ports";
import type { ClaimedPush } from "./claimed-push";
import { encryptPush } from "./encrypt-push";
import { pushHeaders } from "./push-headers";
import { endPush, endStale, leavePush, removeEndedDevice } from "./record-push";
import { findSenderKey } from "./sender-key";

const BATCH = 50;
/** While one process sends a push no other does; one whose process died is tried again after it. */
const LEASE_MS = 60_000;
/** Waits after each attempt that failed; after the last there is none. */
const WAITS_MS = [1, 3, 10].map((minutes) => minutes * 60_000);
/** The push service knows the address no more: the device was reset, or notifications were taken away from the browser. */
const GONE = new Set([404, 410]);
/** Bytes. Only with long names is there a second step. */
const LENGTH_STEP = 512;

/**
 * Sends what is due, up to 50 pushes. Safe to run at any time and by several at once. A push goes out at least once while its
 * device is signed in; one that arrives twice replaces itself.
 */
export async function sendPushes(input: { readonly now: Date }): Promise<{
  readonly sent: number;
  readonly isMore: boolean;
}> {
  const { now } = input;
  if (isSendingPaused()) return { sent: 0, isMore: false };
  await endStale(now);
  const claimed = await claim(now);
  const results = await Promise.all(claimed.map((push) => deliver(push, now)));
  return { sent: results.filter((isSent) => isSent).length, isMore: claimed.length === BATCH };
}

/** What is new goes before what failed: devices whose push service hangs hold up nobody with their repeats. */
async function claim(now: Date): Promise<ClaimedPush[]> {
  const until = new Date(now.getTime() + LEASE_MS);
  return query<ClaimedPush>(
    getPool(),
    sql`WITH due AS (
        SELECT p.id FROM push_messages p
        JOIN push_devices d ON d.id = p.device_id JOIN portal_sessions s ON s.id = d.session_id
        WHERE p.next_attempt_at <= ${now} AND ${isOpenAt(now)} AND NOT ${isHeldBack}
          AND (p.member_id IS NULL OR ${mayBeTold(sql`p.member_id`)})
        ORDER BY p.attempts, p.next_attempt_at LIMIT ${BATCH} FOR UPDATE OF p SKIP LOCKED
      )
      UPDATE push_messages p SET attempts = p.attempts + 1, next_attempt_at = ${until}
      FROM due, push_devices d WHERE p.id = due.id AND d.id = p.device_id
      RETURNING p.id, p.device_id, p.cause, p.title, p.body, p.href, p.attempts, p.created_at, p.expires_at,
        d.endpoint, d.p256dh, d.auth, d.key_version`,
  );
}

async function deliver(push: ClaimedPush, now: Date): Promise<boolean> {
  const result = await send(push, now);
  const { error } = result;
  const state = error === null ? "sent" : await recordFailure(push, result, now);
  if (error === null) await endPush(push, null);
  metrics().pushes.inc({ state });
  return error === null;
}

async function send(push: ClaimedPush, now: Date): Promise<PushResult> {
  const { deviceId, endpoint, cause, title, body, href, createdAt } = push;
  const key = findSenderKey(push.keyVersion);
  // Its browser accepts no other sender: as good as gone.
  if (!key) return { status: 410, error: "the key that its browser knows is known no more" };
  const text = JSON.stringify({ title, body, href, tag: cause, at: createdAt.getTime() });
  const headers = pushHeaders(push, key, now);
  return pushSender().send({ deviceId, endpoint, headers, body: encryptPush(padded(text), push) });
}

/** JSON may end in spaces: by its length, a push service could tell amounts and merchants apart. */
function padded(text: string): string {
  return text + " ".repeat(LENGTH_STEP - (Buffer.byteLength(text) % LENGTH_STEP));
}

/** Too many at once, a fault of theirs, or no answer: later. Everything else stays as it is however often it is sent. */
function isPassing(status: number | null): boolean {
  return status === null || status === 429 || status >= 500;
}

async function recordFailure(push: ClaimedPush, { status, error }: PushResult, now: Date): Promise<string> {
  if (status !== null && GONE.has(status)) {
    await removeEndedDevice(push);
    return "gone";
  }
  const wait = isPassing(status) ? WAITS_MS[push.attempts - 1] : undefined;
  if (wait === undefined) {
    await endPush(push, error);
    return "failed";
  }
  await leavePush(push, error, new Date(now.getTime() + wait));
  return "retried";
}
