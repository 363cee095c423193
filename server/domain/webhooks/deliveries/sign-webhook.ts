import { createHmac } from "node:crypto";
import { hmacSha256Hex } from "@/server/platform/crypto";

export interface SignedContent {
  readonly deliveryId: string;
  readonly secret: string;
  readonly nextSecret?: string | null;
  readonly at: Date;
  readonly body: string;
}

function unixSeconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}

/** Contract 6.2. The key is the whole `whsec_…` text. */
export function signatureHeaders(shortName: string, { secret, at, body }: SignedContent): Record<string, string> {
  const prefix = `X-${shortName.toUpperCase()}`;
  const timestamp = unixSeconds(at);
  return {
    [`${prefix}-Signature`]: `sha256=${hmacSha256Hex(secret, `${timestamp}.${body}`)}`,
    [`${prefix}-Timestamp`]: timestamp,
  };
}

/** Signature for Standard Webhooks verifiers, whose key is the decoded secret. They accept any one of several signatures. */
export function standardHeaders(content: SignedContent): Record<string, string> {
  const { deliveryId, secret, nextSecret = null, at, body } = content;
  const timestamp = unixSeconds(at);
  const signatures = [secret, ...(nextSecret === null ? [] : [nextSecret])].map((one) => {
    const key = Buffer.from(one.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${deliveryId}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": deliveryId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
