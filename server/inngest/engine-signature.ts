import { now } from "@/server/platform/clock";
import { hmacSha256Hex, isEqualConstantTime } from "@/server/platform/crypto";
import { getEmbeddedKeys } from "./keys";

const SIGNATURE = /^t=(\d{1,12})&s=([0-9a-f]{64})$/;
const MAX_DRIFT_SECONDS = 300;
const PREFIX = /^signkey-\w+-/;

interface Claimed {
  readonly seconds: string;
  readonly hex: string;
}

/** The claimed signature if it could be valid. Checked before the body is read. */
export function readSignature(request: Request): Claimed | null {
  const [, seconds, hex] = SIGNATURE.exec(request.headers.get("x-inngest-signature") ?? "") ?? [];
  if (!seconds || !hex || driftOf(seconds) > MAX_DRIFT_SECONDS) return null;
  return { seconds, hex };
}

function driftOf(seconds: string): number {
  return Math.abs(Math.floor(now().getTime() / 1000) - Number(seconds));
}

/**
 * Whether the embedded engine sent these bytes, in the canonical form that it signs. The SDK checks the same, but parses and
 * sorts a stranger's megabytes first.
 */
export function isFromEngine({ seconds, hex }: Claimed, body: Uint8Array): boolean {
  const key = getEmbeddedKeys().signingKey.replace(PREFIX, "");
  return isEqualConstantTime(hex, hmacSha256Hex(key, body, seconds));
}
