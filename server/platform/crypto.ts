import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { getEnv } from "./env";
import { processSingleton } from "./singleton";

/** Each use of the server's HMAC key has a key of its own, so that a value made for one is worthless for another. */
export type KeyPurpose =
  | "authorization-number"
  | "device-fingerprint"
  | "email"
  | "idempotency-answer"
  | "idempotency-fingerprint"
  | "inngest-event-key"
  | "inngest-signing-key"
  | "invitation"
  | "known-browser"
  | "password-reset"
  | "payment-code"
  | "payment-code-pin"
  | "portal-session"
  | "receipt"
  | "recovery-code"
  | "second-factor"
  | "secret-tag"
  | "sign-up"
  | "webhook-secret";

const derivedKeys = processSingleton("derived-keys", () => new Map<KeyPurpose, Buffer>());

export function deriveKey(purpose: KeyPurpose): Buffer {
  const known = derivedKeys.get(purpose);
  if (known) return known;
  const derived = Buffer.from(hkdfSync("sha256", Buffer.from(getEnv().HMAC_KEY, "hex"), "", purpose, 32));
  derivedKeys.set(purpose, derived);
  return derived;
}

export function hmacSha256Hex(key: string | Buffer, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

export function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Compares without telling by its duration where the first difference is. */
export function isEqualConstantTime(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Text of `bytes` random bytes, without the underscore that separates the parts of our keys. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under the purpose's key: base64 of IV, tag and ciphertext. */
export function encryptText(purpose: KeyPurpose, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), iv);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64");
}

/** Throws on anything that `encryptText` did not make for this purpose. */
export function decryptText(purpose: KeyPurpose, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(purpose), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
