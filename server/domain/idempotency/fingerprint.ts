import canonicalize from "canonicalize";
import { digest, digestLike, digests, shorten } from "@/server/platform/crypto";

/** 128 bits: two requests that a caller sends by mistake under one key never have these in common. */
const DIGITS = 32;

/**
 * What a request means, as a text to compare: RFC 8785 canonical JSON, so that neither the order of names nor the
 * spelling of a number or a text counts.
 */
export function meaningOf(meaning: object): string {
  const text = canonicalize(meaning);
  if (text === undefined) throw new TypeError("a request without a meaning");
  return text;
}

/** What requests were compared by before their meaning was: the same bytes. */
export function meaningOfBytes(sent: {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}): string {
  return `${sent.method}\n${sent.path}\n${sent.body}`;
}

/** What is kept of a meaning: an HMAC, for a plain hash of a body with a PIN could be searched. */
export function fingerprintOf(meaning: string): string {
  return shorten(digest("idempotency-fingerprint", meaning), DIGITS);
}

/** All digits, under each of the server's keys, the one for new values first: by which refusals are known again. */
export function digestsOf(meaning: string): string[] {
  return digests("idempotency-fingerprint", meaning);
}

/** Whether a kept fingerprint is of this meaning; null where the key that it was made with is known no more. */
export function isFingerprintOf(kept: string, meaning: string): boolean | null {
  const expected = digestLike(kept, "idempotency-fingerprint", meaning);
  return expected === null ? null : shorten(expected, DIGITS) === kept;
}
