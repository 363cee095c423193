import { DomainError } from "@/server/domain/errors";
import { hmacSha256Hex, isEqualConstantTime } from "@/server/platform/crypto";
import type { Authenticated } from "./authenticate";

const MAX_DRIFT_SECONDS = 300;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/;

/**
 * Spec 5.1: HMAC-SHA256 under the bearer secret over METHOD, path without query, timestamp and raw body, joined by line
 * feeds. Required when the key says so; one that is sent all the same is checked all the same.
 */
export function checkSignature(
  request: Request,
  path: string,
  body: string,
  { key, secret }: Authenticated,
  now: Date,
): void {
  const signature = request.headers.get("x-signature");
  const timestamp = request.headers.get("x-timestamp");
  if (signature === null && timestamp === null && !key.requireSignature) return;
  if (signature === null) {
    throw new DomainError("signature_required", "X-Signature and X-Timestamp are required.", { field: "X-Signature" });
  }
  const isNumber = timestamp !== null && /^\d{1,12}$/.test(timestamp);
  if (!isNumber || Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_DRIFT_SECONDS) {
    throw new DomainError("timestamp_out_of_range", `X-Timestamp must be within ${MAX_DRIFT_SECONDS} seconds.`, {
      field: "X-Timestamp",
    });
  }
  const expected = `sha256=${hmacSha256Hex(secret, `${request.method}\n${path}\n${timestamp}\n${body}`)}`;
  if (!SIGNATURE.test(signature) || !isEqualConstantTime(signature, expected)) {
    throw new DomainError("signature_invalid", "X-Signature does not match the request.", { field: "X-Signature" });
  }
}
