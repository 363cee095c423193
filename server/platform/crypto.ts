import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import {
  type Digest,
  deriveKey,
  findKey,
  lastingVersion,
  requireKey,
  type Sealed,
  sealingVersion,
  versionsFor,
} from "./key-ring";
import { FIRST_VERSION } from "./server-keys";

const NAMED = /^([1-9]\d{0,3})~/;

/** The version of the server's key that a value was made with. One that names none is of the first. */
export function versionOf(value: string): number {
  return Number(NAMED.exec(value)?.[1] ?? FIRST_VERSION);
}

/** `2~…`: the value with its version. The first is not written, as it never was. */
export function nameVersion(version: number, value: string): string {
  return version === FIRST_VERSION ? value : `${version}~${value}`;
}

/** The value without its version. */
export function unnamed(value: string): string {
  return value.replace(NAMED, "");
}

type Parts = readonly (string | Uint8Array)[];

/** HMAC-SHA-256 in hexadecimal digits under the purpose's key for new values, with its version. */
export function digest(purpose: Digest, ...parts: Parts): string {
  const version = sealingVersion();
  return nameVersion(version, hmacSha256Hex(requireKey(purpose, version), ...parts));
}

/** The same under the version that another value names; null where that is known no more. */
export function digestLike(value: string, purpose: Digest, ...parts: Parts): string | null {
  const version = versionOf(value);
  const key = findKey(purpose, version);
  return key && nameVersion(version, hmacSha256Hex(key, ...parts));
}

/** The same under the oldest version that is known, for what is compared in bulk: rotations must not change it. */
export function lastingDigest(purpose: Digest, ...parts: Parts): string {
  const version = lastingVersion(purpose);
  return nameVersion(version, hmacSha256Hex(requireKey(purpose, version), ...parts));
}

/** The same under every version, to look for what may have been made with any of them. */
export function digests(purpose: Digest, ...parts: Parts): string[] {
  return versionsFor(purpose).map((version) =>
    nameVersion(version, hmacSha256Hex(requireKey(purpose, version), ...parts)),
  );
}

/** So many digits of a digest, and its version. */
export function shorten(value: string, digits: number): string {
  return value.slice(0, value.indexOf("~") + 1 + digits);
}

export function hmacSha256Hex(key: string | KeyObject, ...parts: Parts): string {
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

/** AES-256-GCM under the purpose's key: base64 of IV, tag and ciphertext, with the version of the key. */
export function encryptText(purpose: Sealed, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), iv);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return nameVersion(sealingVersion(), Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64"));
}

/** Throws on anything that `encryptText` did not make for this purpose. */
export function decryptText(purpose: Sealed, sealed: string): string {
  const bytes = Buffer.from(unnamed(sealed), "base64");
  const key = requireKey(purpose, versionOf(sealed));
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
