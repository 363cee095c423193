import { createECDH, createHmac, createPrivateKey, type KeyObject } from "node:crypto";
import { findKey, hexOf, sealingVersion } from "@/server/platform/key-ring";

/** A P-256 pair that push services know us by (RFC 8292). */
export interface SenderKey {
  /** Of the server's key that it is made of. */
  readonly version: number;
  /** As browsers take it: an uncompressed point, base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/** How many points the curve has. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const COORDINATE = 32;

const pairs = new Map<string, SenderKey>();

/**
 * The pair is made of the server's key, so that every process has the same and none is stored. A device stays with the pair
 * that its browser was told: a rotation of the server's key ends none (decision 070). Null: that version is known no more.
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

/** For devices that are new. */
export function currentSenderKey(): SenderKey {
  const key = findSenderKey(sealingVersion());
  if (!key) throw new Error("there is always a key");
  return key;
}

/** Twice the bits that are needed, so that no private key is likelier than another. */
function makeKey(version: number, seed: KeyObject): SenderKey {
  const wide = BigInt(`0x${createHmac("sha512", seed).update("P-256").digest("hex")}`);
  const scalar = (wide % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(2 * COORDINATE, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const [x, y] = [point.toString("base64url", 1, 1 + COORDINATE), point.toString("base64url", 1 + COORDINATE)];
  return {
    version,
    publicKey: point.toString("base64url"),
    privateKey: createPrivateKey({
      key: { kty: "EC", crv: "P-256", x, y, d: d.toString("base64url") },
      format: "jwk",
    }),
  };
}
