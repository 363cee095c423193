import { createHash, sign } from "node:crypto";
import { getEnv, publicUrl } from "@/server/platform/env";
import type { SenderKey } from "./sender-key";

/** Push services accept at most a day. */
const TOKEN_MS = 12 * 60 * 60_000;
/** In base64url characters (RFC 8030). */
const TOPIC_LENGTH = 32;

interface Addressed {
  readonly deviceId: string;
  readonly endpoint: string;
  readonly cause: string;
  readonly expiresAt: Date;
}

/** A push service drops a message after its TTL, and replaces an earlier one with the same topic. */
export function pushHeaders({ deviceId, endpoint, cause, expiresAt }: Addressed, key: SenderKey, now: Date) {
  return {
    Authorization: `vapid t=${signToken(new URL(endpoint).origin, key, now)}, k=${key.publicKey}`,
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
    TTL: String(Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1_000))),
    // Includes the device, so that messages to two devices about one thing can't be linked.
    Topic: createHash("sha256").update(`${deviceId}:${cause}`).digest("base64url").slice(0, TOPIC_LENGTH),
    Urgency: "high",
  };
}

/** VAPID token for one push service: who sends, and whom to contact (RFC 8292). */
function signToken(audience: string, { privateKey }: SenderKey, now: Date): string {
  const expiresAt = Math.floor((now.getTime() + TOKEN_MS) / 1_000);
  const contact = contactOf();
  const claims = { aud: audience, exp: expiresAt, ...(contact === null ? {} : { sub: contact }) };
  const text = [{ typ: "JWT", alg: "ES256" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

/** Null for a local page, which is no contact. */
function contactOf(): string | null {
  const page = publicUrl("/");
  return getEnv().VAPID_SUBJECT ?? (page.startsWith("https:") ? page : null);
}
