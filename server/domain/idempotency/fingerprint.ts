import canonicalize from "canonicalize";
import { deriveKey, hmacSha256Hex } from "@/server/platform/crypto";

/**
 * What a request means, as a text to compare: RFC 8785 canonical JSON, so that neither the order of names nor the
 * spelling of a number or a text counts. An HMAC, for a plain hash of a body with a PIN could be searched.
 */
export function fingerprintOf(meaning: object): string {
  const text = canonicalize(meaning);
  if (text === undefined) throw new TypeError("a request without a meaning");
  return keyedHash(text);
}

/** What requests were compared by before their meaning was: the same bytes. */
export function fingerprintOfBytes(sent: {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}): string {
  return keyedHash(`${sent.method}\n${sent.path}\n${sent.body}`);
}

function keyedHash(text: string): string {
  return hmacSha256Hex(deriveKey("idempotency-fingerprint"), text);
}
