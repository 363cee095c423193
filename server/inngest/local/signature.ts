import canonicalize from "canonicalize";
import { hmacSha256Hex } from "@/server/platform/crypto";

/** The prefix names the environment; the rest is the key, used as text. */
const PREFIX = /^signkey-\w+-/;

export interface SignedBody {
  readonly text: string;
  readonly signature: string;
}

/**
 * Canonical JSON (RFC 8785, with the SDK's own library, so that the two can't differ) and its signature. The SDK allows five
 * minutes of clock skew.
 */
export function signBody(body: object, signingKey: string, at: Date): SignedBody {
  const text = canonicalize(body);
  if (text === undefined) throw new TypeError("not JSON");
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = hmacSha256Hex(signingKey.replace(PREFIX, ""), text, String(seconds));
  return { text, signature: `t=${seconds}&s=${signature}` };
}
