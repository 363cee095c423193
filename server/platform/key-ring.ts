import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { getEnv, serverKeys } from "./env";
import { processSingleton } from "./singleton";

/** Purposes for signatures and look-ups by HMAC. Their derived keys are kept for old versions (decision 070). */
const DIGESTS = [
  "authorization-number",
  "book-block",
  "demo-run",
  "device-fingerprint",
  "email-proof",
  "funding",
  "guess",
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
/** Purposes for encryption. Values are re-encrypted under a new version, so old keys needn't be kept. */
export type Sealed =
  | "bank-account"
  | "email"
  | "idempotency-answer"
  | "kept-keys"
  | "payment-file"
  | "payout-account"
  | "sealed-pan-token"
  | "second-factor"
  | "webhook-secret";
type Internal = "inngest-event-key" | "inngest-signing-key" | "key-proof";

/** Publicly verifiable: an Ed25519 pair is derived from the key. */
export type SigningPurpose = "book-block";
/** A P-256 pair is derived from the key; browsers get the public half (decision 108). */
type SenderPurpose = "push-sender";
export type Digest = Exclude<(typeof DIGESTS)[number], SigningPurpose | SenderPurpose>;
/** Each purpose has its own derived key, so that a value made for one is worthless for another. */
export type KeyPurpose = Digest | SigningPurpose | SenderPurpose | Sealed | Internal;

const derivedKeys = () => processSingleton("derived-keys", () => new Map<string, KeyObject>());
const keptKeys = () => processSingleton("kept-keys", () => new Map<number, ReadonlyMap<string, KeyObject>>());

export function sealingVersion(): number {
  const [first] = serverKeys(getEnv());
  if (!first) throw new Error("there is always a key");
  return first.version;
}

export function configuredVersions(): readonly number[] {
  return serverKeys(getEnv()).map(({ version }) => version);
}

/**
 * The purpose's key of a version, derived if the version is configured, otherwise kept; null if neither. A KeyObject, because
 * raw key bytes cost Node 24.21 seven microseconds per use.
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

/** Throws if the version is unknown: what was sealed with it can't be read. */
export function requireKey(purpose: KeyPurpose, version: number): KeyObject {
  const key = findKey(purpose, version);
  if (!key) throw new Error(`version ${version} of the server's key is not in the settings`);
  return key;
}

export function versionsFor(purpose: Digest): readonly number[] {
  const configured = configuredVersions();
  const others = [...keptKeys()].filter(([version, keys]) => keys.has(purpose) && !configured.includes(version));
  return others.length === 0 ? configured : [...configured, ...others.map(([version]) => version)];
}

/** The oldest known version, for values that must survive rotations unchanged. */
export function lastingVersion(purpose: Digest): number {
  return Math.min(...versionsFor(purpose));
}

export function retainVersion(version: number, keys: Readonly<Record<string, string>>): void {
  keptKeys().set(
    version,
    new Map(Object.entries(keys).map(([purpose, hex]) => [purpose, createSecretKey(hex, "hex")])),
  );
}

/** The derived keys that must outlive a configured version; `retainVersion` takes them. */
export function keysToRetain(version: number): Record<string, string> {
  return Object.fromEntries(DIGESTS.map((purpose) => [purpose, hexOf(requireKey(purpose, version))]));
}

/** Identifies a version's key without revealing it. */
export function proofOfKey(version: number): string {
  return createHmac("sha256", requireKey("key-proof", version)).update(`version ${version}`).digest("hex");
}
