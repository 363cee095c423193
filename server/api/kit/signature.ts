import { DomainError } from "@/server/domain/errors";
import { hmacSha256Hex, isEqualConstantTime } from "@/server/platform/crypto";
import type { Authenticated } from "./authenticate";
import type { ApiRequest } from "./request";

const MAX_DRIFT_SECONDS = 300;
/** Tells seconds from milliseconds: as seconds this is the year 33658, as milliseconds 2001. */
const MILLISECONDS_FROM = 1_000_000_000_000;
/** Libraries write hex in either case. */
const SIGNATURE = /^sha256=[0-9a-fA-F]{64}$/;

type Signed = Pick<ApiRequest, "method" | "path" | "header">;
type Signer = Pick<Authenticated, "secret"> & { readonly key: Pick<Authenticated["key"], "requireSignature"> };

/**
 * Contract 5.1: HMAC-SHA256 under the bearer secret over METHOD, path without query, the merchant of X-Merchant if there is one,
 * timestamp, and raw body, joined by line feeds. Required if the key says so, and always checked if sent.
 */
export function checkSignature(request: Signed, body: string, { key, secret }: Signer, now: Date): void {
  const signature = request.header("x-signature");
  const timestamp = request.header("x-timestamp");
  // X-Timestamp alone is ignored.
  if (signature === null && !key.requireSignature) return;
  if (signature === null) {
    throw new DomainError("signature_required", "X-Signature and X-Timestamp are required.", { field: "X-Signature" });
  }
  checkTimestamp(timestamp, now);
  const merchant = request.header("x-merchant");
  const signed = [request.method, request.path, ...(merchant === null ? [] : [merchant]), timestamp, body].join("\n");
  const expected = `sha256=${hmacSha256Hex(secret, signed)}`;
  if (!SIGNATURE.test(signature) || !isEqualConstantTime(signature.toLowerCase(), expected)) {
    throw new DomainError("signature_invalid", "X-Signature doesn’t match the request.", { field: "X-Signature" });
  }
}

/** Throws `timestamp_out_of_range` with the server's time, so that a caller can see how far its clock is off. */
function checkTimestamp(timestamp: string | null, now: Date): void {
  const sent = timestamp !== null && /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : null;
  // Whole seconds, like the header, so that 300 behind and 300 ahead are treated alike.
  const serverTime = Math.floor(now.getTime() / 1000);
  if (sent !== null && Math.abs(serverTime - sent) <= MAX_DRIFT_SECONDS) return;
  const sentMilliseconds = sent !== null && sent >= MILLISECONDS_FROM;
  const driftSeconds = sent === null ? null : Math.floor(sentMilliseconds ? sent / 1000 : sent) - serverTime;
  throw new DomainError("timestamp_out_of_range", whatIsWrong(timestamp, driftSeconds, sentMilliseconds), {
    field: "X-Timestamp",
    details: { serverTime, driftSeconds, sentMilliseconds },
  });
}

function whatIsWrong(timestamp: string | null, driftSeconds: number | null, sentMilliseconds: boolean): string {
  if (timestamp === null) return "X-Timestamp is required with X-Signature.";
  if (sentMilliseconds) return "X-Timestamp is in milliseconds. Send Unix time in seconds.";
  if (driftSeconds === null) return "X-Timestamp must be Unix time in whole seconds, digits only.";
  const drift = `${Math.abs(driftSeconds)} seconds ${driftSeconds < 0 ? "behind" : "ahead of"} our clock`;
  return `X-Timestamp is ${drift}. At most ${MAX_DRIFT_SECONDS} seconds are allowed.`;
}
