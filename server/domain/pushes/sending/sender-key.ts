import { createECDH, createHmac, type KeyObject } from "node:crypto";
import { findKey, hexOf, sealingVersion } from "@/server/platform/key-ring";

/** P-256 pair that identifies us to push services (RFC 8292). */
export interface SenderKey {
  /** Version of the server's key that it is derived from. */
  readonly version: number;
  /** Uncompressed point, base64url, as browsers take it. */
  readonly publicKey: string;
  /** Base64url. */
  readonly privateKey: string;
}

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const SCALAR_BYTES = 32;

const pairs = new Map<string, SenderKey>();

/**
 * Derived from the server's key, so that all processes share it and none is stored. A device keeps the pair that its browser
 * was given, across key rotations (decision 070). Null if that version is no longer known.
 */
export function findSenderKey(version: number): SenderKey | null {
  const seed = findKey("push-sender", version);
  if (!seed) return null;
  const name = hexOf(seed);
  const known = pairs.get(name);
  if (known) return known;
  const made = makeKey(version, seed);
  pairs.set(name, made);
  return made;
}

export function currentSenderKey(): SenderKey {
  const key = findSenderKey(sealingVersion());
  if (!key) throw new Error("there is always a key");
  return key;
}

/** Uses twice the bits needed, so that private keys are uniformly distributed. */
function makeKey(version: number, seed: KeyObject): SenderKey {
  const wide = BigInt(`0x${createHmac("sha512", seed).update("P-256").digest("hex")}`);
  const scalar = (wide % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * SCALAR_BYTES, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(d);
  return { version, publicKey: ecdh.getPublicKey().toString("base64url"), privateKey: d.toString("base64url") };
}
