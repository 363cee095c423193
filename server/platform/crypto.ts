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

/** Key version that a value was made with; a value that names none is of the first. */
export function versionOf(value: string): number {
  return Number(NAMED.exec(value)?.[1] ?? FIRST_VERSION);
}

/** Prefixes the value with its version: `2~…`. The first version has no prefix, for compatibility with older values. */
export function nameVersion(version: number, value: string): string {
  return version === FIRST_VERSION ? value : `${version}~${value}`;
}

export function unnamed(value: string): string {
  return value.replace(NAMED, "");
}

type Parts = readonly (string | Uint8Array)[];

/** HMAC-SHA-256 in hex under the purpose's current key, with its version. */
export function digest(purpose: Digest, ...parts: Parts): string {
  const version = sealingVersion();
  return nameVersion(version, hmacSha256Hex(requireKey(purpose, version), ...parts));
}

/** The digest under the version that `value` names; null if that version is no longer known. */
export function digestLike(value: string, purpose: Digest, ...parts: Parts): string | null {
  const version = versionOf(value);
  const key = findKey(purpose, version);
  return key && nameVersion(version, hmacSha256Hex(key, ...parts));
}

/** The digest under the oldest known version, for values compared in bulk, which a key rotation must not change. */
export function lastingDigest(purpose: Digest, ...parts: Parts): string {
  const version = lastingVersion(purpose);
  return nameVersion(version, hmacSha256Hex(requireKey(purpose, version), ...parts));
}

export function digests(purpose: Digest, ...parts: Parts): string[] {
  return versionsFor(purpose).map((version) =>
    nameVersion(version, hmacSha256Hex(requireKey(purpose, version), ...parts)),
  );
}

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

export function isEqualConstantTime(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Hex of random bytes. Contains no underscore, which separates the parts of our keys. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under the purpose's key. Returns base64 of IV, tag, and ciphertext, with the key's version. */
export function encryptText(purpose: Sealed, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), iv);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return nameVersion(sealingVersion(), Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64"));
}

/** Throws for anything that `encryptText` didn't make for this purpose. */
export function decryptText(purpose: Sealed, sealed: string): string {
  const bytes = Buffer.from(unnamed(sealed), "base64");
  const key = requireKey(purpose, versionOf(sealed));
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}

/** bcrypt costs. Passwords are guessable and need a slow hash; generated keys have enough entropy. */
const COSTS = { password: 12, key: 10, pin: 8 } as const;
const MOST_CALLERS = 256;

const line = (running: number, waiting: number) =>
  new FairPlaces({
    places: () => running,
    mostOfKey: () => running + waiting,
    mostKeys: MOST_CALLERS,
    refusal: "too many secrets are being checked",
  });

/**
 * Concurrency limits for bcrypt. Each kind of work has its own queue, so that no flood delays another: wrong secrets can't
 * delay right ones or passwords, PINs can't delay credentials, and new keys can't delay requests.
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
  return LINES[line].run([who], work);
}

/**
 * The bcrypt hash of a new secret; `who` is the caller, for fair queueing. Call it before taking a database connection, since
 * the wait may be seconds. Throws UnavailableError if the caller's queue is full.
 */
export async function hashSecret(typed: string, kind: keyof typeof COSTS, who: string): Promise<string> {
  const secret = kind === "password" ? normalizePassword(typed) : typed;
  // Secrets that differ only after the bytes bcrypt reads would be equal.
  if (!isWholePassword(secret)) throw new RangeError("a secret may have at most 72 bytes");
  const cost = Math.min(COSTS[kind], getEnv().BCRYPT_MAX_COST);
  return inTurn(kind === "pin" ? "pins" : "new hashes", who, () => bcrypt.hash(secret, cost));
}

export async function compareInTurn(
  line: Exclude<Line, "new hashes">,
  who: string,
  secret: string,
  hash: string,
): Promise<boolean> {
  return inTurn(line, who, () => bcrypt.compare(secret, hash));
}

/**
 * Whether a password is right, in any Unicode composition of its letters and spaces. Old hashes were made from the text as
 * typed, so that is tried as well. A longer text that starts with the password is wrong, though bcrypt can't tell.
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
 * A few bits of a keyed digest of a generated secret: useless to a reader of the database, yet a match is almost certainly
 * right. Bcrypt still decides. Never use it for a password or PIN, where a few bits would let guesses be tested.
 */
export function tagSecret(keyId: string, secret: string): string {
  return shortTag(digest("secret-tag", keyId, ":", secret));
}

/** Tags have no room for a version, so any known version may match. */
export function isTagOf(tag: string | null, keyId: string, secret: string): boolean {
  if (tag === null) return false;
  return digests("secret-tag", keyId, ":", secret).some((known) => isEqualConstantTime(tag, shortTag(known)));
}

const shortTag = (digested: string) => unnamed(digested).slice(0, TAG_DIGITS);

/** Cache key of one check. It contains the hash, so that a rotated secret is never found in the cache. */
function memoryKey(keyId: string, hash: string, secret: string): string {
  return `${keyId}:${hash}:${sha256Hex(secret)}`;
}

export function isVerifiedSecret(keyId: string, hash: string, secret: string): boolean {
  return verified.has(memoryKey(keyId, hash, secret));
}

/**
 * Checks with bcrypt, at most two at a time per queue, and once for callers that ask the same concurrently: `around` wraps that
 * check. Only success is cached. Throws UnavailableError if the queue is full.
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
