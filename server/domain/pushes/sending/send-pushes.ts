import { createHash } from "node:crypto";
import webPush from "web-push";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOpenAt } from "@/server/domain/users";
import { getEnv, isSendingPaused, publicUrl } from "@/server/platform/env";
import { metrics } from "@/server/platform/metrics";
import { isRestoreUnreleased } from "../../restores";
import { canBeNotified, RECENT_MS } from "../news/select-push-devices";
import { type PushResult, pushSender } from "../ports";
import { findSenderKey } from "./sender-key";

const BATCH = 50;
/** No other process sends a claimed push; if the process dies, another tries after this. */
const LEASE_MS = 60_000;
/** Waits after failed attempts; after the last one it gives up. */
const WAITS_MS = [1, 3, 10].map((minutes) => minutes * 60_000);
/** The push service no longer knows the address: the device was reset, or the permission withdrawn. */
const GONE = new Set([404, 410]);
/** In bytes. Only long names need a second step. */
const LENGTH_STEP = 512;

/** In base64url characters (RFC 8030). */
const TOPIC_LENGTH = 32;

interface ClaimedPush {
  readonly id: string;
  readonly deviceId: string;
  readonly cause: string;
  readonly title: string;
  readonly body: string;
  readonly href: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly keyVersion: number;
}

/** At least once while the device is signed in; a duplicate replaces the first. Safe to run concurrently. */
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

/** New messages go first, so that retries to a hanging push service delay no one. */
async function claim(now: Date): Promise<ClaimedPush[]> {
  const until = new Date(now.getTime() + LEASE_MS);
  return query<ClaimedPush>(
    getPool(),
    sql`WITH due AS (
        SELECT p.id FROM push_messages p
        JOIN push_devices d ON d.id = p.device_id JOIN portal_sessions s ON s.id = d.session_id
        WHERE p.next_attempt_at <= ${now} AND ${isOpenAt(now)} AND NOT ${isRestoreUnreleased}
          AND (p.member_id IS NULL OR ${canBeNotified(sql`p.member_id`)})
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
  const { deviceId, endpoint, cause, title, body: text, href, createdAt, expiresAt } = push;
  const key = findSenderKey(push.keyVersion);
  // The browser accepts no other sender, so the device counts as gone.
  if (!key) return { status: 410, error: "the key that its browser knows is known no more" };
  const shown = JSON.stringify({ title, body: text, href, tag: cause, at: createdAt.getTime() });
  const { p256dh, auth } = push;
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, padded(shown), {
    TTL: Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)),
    urgency: "high",
    // Includes the device, so that messages to two devices about one thing can't be linked.
    topic: createHash("sha256").update(`${deviceId}:${cause}`).digest("base64url").slice(0, TOPIC_LENGTH),
    vapidDetails: { subject: contactOf(), publicKey: key.publicKey, privateKey: key.privateKey },
  });
  const { "Content-Length": _, ...sent } = headers;
  const texts = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
  return pushSender().send({ deviceId, endpoint, headers: texts, body });
}

/** Pads the JSON with spaces: otherwise, its length would tell the push service amounts and merchants apart. */
function padded(text: string): string {
  return text + " ".repeat(LENGTH_STEP - (Buffer.byteLength(text) % LENGTH_STEP));
}

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

/** Whom a push service may ask about us (RFC 8292). A local page is no contact. */
function contactOf(): string {
  const page = publicUrl("/");
  return getEnv().VAPID_SUBJECT ?? (page.startsWith("https:") ? page : "mailto:nobody@localhost");
}

const MAX_ERROR = 300;

type Attempted = Pick<ClaimedPush, "id" | "attempts">;

/** Sent or given up; wipes the text. */
async function endPush({ id, attempts }: Attempted, error: string | null): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE push_messages SET next_attempt_at = NULL, title = '', body = '', error = ${error?.slice(0, MAX_ERROR) ?? null}
      WHERE id = ${id} AND attempts = ${attempts}`,
  );
}

async function leavePush({ id, attempts }: Attempted, error: string | null, at: Date): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE push_messages SET next_attempt_at = ${at}, error = ${error?.slice(0, MAX_ERROR) ?? null}
      WHERE id = ${id} AND attempts = ${attempts}`,
  );
}

/** Also deletes what was on its way. Keeps a device that has a new address by now. */
async function removeEndedDevice({ deviceId, endpoint }: Pick<ClaimedPush, "deviceId" | "endpoint">): Promise<void> {
  await query(getPool(), sql`DELETE FROM push_devices WHERE id = ${deviceId} AND endpoint = ${endpoint}`);
}

/** Ends messages that are no longer news, or about a member whom the device may no longer be told of. */
async function endStale(now: Date): Promise<void> {
  await query(
    getPool(),
    sql`WITH stale AS (
        SELECT p.id FROM push_messages p JOIN push_devices d ON d.id = p.device_id
        WHERE p.next_attempt_at IS NOT NULL
          AND (p.expires_at <= ${now} OR p.created_at <= ${new Date(now.getTime() - RECENT_MS)}
            OR (p.member_id IS NOT NULL AND NOT ${canBeNotified(sql`p.member_id`)}))
        FOR UPDATE OF p SKIP LOCKED
      )
      UPDATE push_messages p SET next_attempt_at = NULL, title = '', body = '', error = 'news no more'
      FROM stale WHERE p.id = stale.id`,
  );
}
