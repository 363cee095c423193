import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { getEnv, serverKeys } from "./env";
import { processSingleton } from "./singleton";

/** What is signed, or looked up by its HMAC: of an old version of the key, the keys for these are kept (decision 070). */
const DIGESTS = [
  "authorization-number",
  "book-block",
  "demo-run",
  "device-fingerprint",
  "email-proof",
  "funding",
  "idempotency-fingerprint",
  "invitation",
  "invitation-by-email",
  "known-browser",
  "match-words",
  "pan-token",
  "passkey-challenge",
  "password-reset",
  "payment-code",
  "payment-code-pin",
  "portal-session",
  "push-sender",
  "receipt",
  "recovery-code",
  "report-file",
  "secret-tag",
  "sign-up",
] as const;
/** What is encrypted is sealed anew under a new version, so that nothing of the old one needs to be kept for it. */
export type Sealed =
  | "email"
  | "idempotency-answer"
  | "kept-keys"
  | "payout-account"
  | "sealed-pan-token"
  | "second-factor"
  | "webhook-secret";
/** One process proves itself to another of the same start. */
type Internal = "inngest-event-key" | "inngest-signing-key" | "key-proof";

/** What others can check: an Ed25519 pair is made of its key. */
export type SigningPurpose = "book-block";
/** Browsers are told the public half of a P-256 pair that is made of its key (decision 108). */
type SenderPurpose = "push-sender";
export type Digest = Exclude<(typeof DIGESTS)[number], SigningPurpose | SenderPurpose>;
/** Each use of the server's key has a key of its own, so that a value made for one is worthless for another. */
export type KeyPurpose = Digest | SigningPurpose | SenderPurpose | Sealed | Internal;

const derivedKeys = () => processSingleton("derived-keys", () => new Map<string, KeyObject>());
/** By version and purpose, of versions that the settings no longer have. */
const keptKeys = () => processSingleton("kept-keys", () => new Map<number, ReadonlyMap<string, KeyObject>>());

/** The version that what is new is signed and sealed with. */
export function sealingVersion(): number {
  const [first] = serverKeys(getEnv());
  if (!first) throw new Error("there is always a key");
  return first.version;
}

/** That the settings have. */
export function configuredVersions(): readonly number[] {
  return serverKeys(getEnv()).map(({ version }) => version);
}

/**
 * The purpose's key of a version, the one for new values without one; null where neither settings nor database have it. A key
 * object, since a key in bytes costs Node 24.21 seven microseconds at each use.
 */
export function findKey(purpose: KeyPurpose, version: number): KeyObject | null {
  const name = `${version}:${purpose}`;
  const derived = derivedKeys();
  const known = derived.get(name);
  if (known) return known;
  const server = serverKeys(getEnv()).find((one) => one.version === version);
  if (!server) return keptKeys().get(version)?.get(purpose) ?? null;
  const key = createSecretKey(Buffer.from(hkdfSync("sha256", Buffer.from(server.hex, "hex"), "", purpose, 32)));
  derived.set(name, key);
  return key;
}

export function deriveKey(purpose: KeyPurpose): KeyObject {
  return requireKey(purpose, sealingVersion());
}

export function hexOf(key: KeyObject): string {
  return key.export().toString("hex");
}

/** Throws where the version is unknown: what was sealed with it can't be read. */
export function requireKey(purpose: KeyPurpose, version: number): KeyObject {
  const key = findKey(purpose, version);
  if (!key) throw new Error(`version ${version} of the server's key is not in the settings`);
  return key;
}

/** Every version with a key for the purpose, the one for new values first. */
export function versionsFor(purpose: Digest): readonly number[] {
  const configured = configuredVersions();
  const others = [...keptKeys()].filter(([version, keys]) => keys.has(purpose) && !configured.includes(version));
  return others.length === 0 ? configured : [...configured, ...others.map(([version]) => version)];
}

/** For what must stay the same whatever becomes of the key: the oldest that is known, today as after every rotation. */
export function lastingVersion(purpose: Digest): number {
  return Math.min(...versionsFor(purpose));
}

/** Adds what is kept of a version that the settings may no longer have. */
export function keepVersion(version: number, keys: Readonly<Record<string, string>>): void {
  keptKeys().set(
    version,
    new Map(Object.entries(keys).map(([purpose, hex]) => [purpose, createSecretKey(hex, "hex")])),
  );
}

/** What of a configured version is worth keeping without it: `keepVersion` takes it. */
export function keysWorthKeeping(version: number): Record<string, string> {
  return Object.fromEntries(DIGESTS.map((purpose) => [purpose, hexOf(requireKey(purpose, version))]));
}

/** By which a version's key is recognized without telling anything of it. */
export function proofOfKey(version: number): string {
  return createHmac("sha256", requireKey("key-proof", version)).update(`version ${version}`).digest("hex");
}
