import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import bcrypt from "bcrypt";
import { LRUCache } from "lru-cache";
import { isWholePassword, normalizePassword } from "@/server/contracts/portal/shared/passwords";
import { getEnv } from "./env";
import { FairPlaces } from "./fair-places";
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

/** Password guesses are cheap to try and slow to check; machine-made keys have entropy of their own. */
const COSTS = { password: 12, key: 10, pin: 8 } as const;
/** Callers that may wait for a check at a time. */
const MOST_CALLERS = 256;

/** So many run at a time, and so many of one caller wait. */
const line = (running: number, waiting: number) =>
  new FairPlaces({
    places: () => running,
    mostOfKey: () => running + waiting,
    mostKeys: MOST_CALLERS,
    refusal: "too many secrets are being checked",
  });

/**
 * Places for bcrypt. Each line has its own so that no flood holds up another: wrong secrets of keys neither the right ones
 * nor passwords, PINs no credentials, and rolled keys no requests.
 */
const LINES = {
  passwords: line(2, 64),
  secrets: line(2, 64),
  "recognized secrets": line(2, 64),
  pins: line(2, 64),
  "new hashes": line(1, 128),
};
type Line = keyof typeof LINES;

const verified = new LRUCache<string, true>({ max: 10_000 });
const checks = new Map<string, Promise<boolean>>();

async function inTurn<T>(line: Line, who: string, work: () => Promise<T>): Promise<T> {
  return LINES[line].run({ party: who, key: "" }, work);
}

/**
 * The bcrypt hash of a new secret, made in its turn. `who` waits in a line of their own. To be called before a connection
 * is taken: a turn may be seconds away. Throws UnavailableError when the caller's line is full.
 */
export async function hashSecret(typed: string, kind: keyof typeof COSTS, who: string): Promise<string> {
  const secret = kind === "password" ? normalizePassword(typed) : typed;
  // Two secrets that differ only in what bcrypt doesn't see would be one.
  if (!isWholePassword(secret)) throw new RangeError("a secret may have at most 72 bytes");
  const cost = Math.min(COSTS[kind], getEnv().BCRYPT_MAX_COST);
  return inTurn(kind === "pin" ? "pins" : "new hashes", who, () => bcrypt.hash(secret, cost));
}

/** One bcrypt check, at most two at a time in each line. Throws UnavailableError when the caller's line is full. */
export async function compareInTurn(
  line: Exclude<Line, "new hashes">,
  who: string,
  secret: string,
  hash: string,
): Promise<boolean> {
  return inTurn(line, who, () => bcrypt.compare(secret, hash));
}

/**
 * Whether a password is right, however a keyboard composes its letters and spaces. A hash from before that was made of what was
 * typed, so that is tried too. A longer text that begins like the password is not the password, though bcrypt can't tell.
 */
export async function isRightPassword(who: string, typed: string, hash: string): Promise<boolean> {
  for (const password of new Set([normalizePassword(typed), typed])) {
    const isRight = await compareInTurn("passwords", who, password, hash);
    if (isRight && isWholePassword(password)) return true;
  }
  return false;
}

const TAG_DIGITS = 8;

/**
 * A few bits of a machine-made secret, keyed: anyone who reads the database learns nothing of it, and what matches is almost
 * surely right. Bcrypt still decides. Never of a password or PIN: of those a few bits would be a test for guesses.
 */
export function tagSecret(keyId: string, secret: string): string {
  return shortTag(digest("secret-tag", keyId, ":", secret));
}

/** No room for a version: one that matches under any is recognized. */
export function isTagOf(tag: string | null, keyId: string, secret: string): boolean {
  if (tag === null) return false;
  return digests("secret-tag", keyId, ":", secret).some((known) => isEqualConstantTime(tag, shortTag(known)));
}

const shortTag = (digested: string) => unnamed(digested).slice(0, TAG_DIGITS);

/** What names one check: a changed hash is a new name, so a rotated secret is never remembered. */
function memoryKey(keyId: string, hash: string, secret: string): string {
  return `${keyId}:${hash}:${sha256Hex(secret)}`;
}

/** True when this very secret was verified against this very hash before, in this process. Costs no bcrypt. */
export function isVerifiedSecret(keyId: string, hash: string, secret: string): boolean {
  return verified.has(memoryKey(keyId, hash, secret));
}

/**
 * Checks with bcrypt, at most two at a time in each line and once for callers that ask the same: `around` wraps that check.
 * Remembers success only. Throws UnavailableError when the queue is full.
 */
export async function verifySecret(
  keyId: string,
  hash: string,
  secret: string,
  around: (compare: (line: "secrets" | "recognized secrets") => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  const name = memoryKey(keyId, hash, secret);
  const underWay = checks.get(name);
  if (underWay) return underWay;
  const check = around((line) => compareInTurn(line, keyId, secret, hash));
  checks.set(name, check);
  try {
    const isRight = await check;
    if (isRight) verified.set(name, true);
    return isRight;
  } finally {
    checks.delete(name);
  }
}
