import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { nameVersion, unnamed, versionOf } from "./crypto";
import { findKey, hexOf, requireKey, type SigningPurpose, sealingVersion } from "./key-ring";

/** PKCS #8 header of an Ed25519 private key, before its 32 bytes. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

const pairs = new Map<string, KeyObject>();

function privateKeyOf(seed: KeyObject): KeyObject {
  const name = hexOf(seed);
  const known = pairs.get(name);
  if (known) return known;
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed.export()]), format: "der", type: "pkcs8" });
  pairs.set(name, key);
  return key;
}

/**
 * Ed25519 signature with the key's version, under a pair derived from the server's key. The public key suffices to verify it.
 */
export function signText(purpose: SigningPurpose, text: string): string {
  const version = sealingVersion();
  return nameVersion(
    version,
    sign(null, Buffer.from(text), privateKeyOf(requireKey(purpose, version))).toString("base64url"),
  );
}

/** Null if the signature's key version is no longer known. */
export function isSigned(purpose: SigningPurpose, text: string, signature: string): boolean | null {
  const seed = findKey(purpose, versionOf(signature));
  if (!seed) return null;
  const publicKey = createPublicKey(privateKeyOf(seed));
  return verify(null, Buffer.from(text), publicKey, Buffer.from(unnamed(signature), "base64url"));
}

export function publicKeyFor(purpose: SigningPurpose, signature: string): string | null {
  const seed = findKey(purpose, versionOf(signature));
  return seed && createPublicKey(privateKeyOf(seed)).export({ format: "pem", type: "spki" }).toString();
}
