import { randomBytes } from "node:crypto";
import { decryptText, encryptText } from "@/server/platform/crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** `whsec_` and base64 of 24 random bytes, as in Standard Webhooks. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Encrypted, since signing needs it again, and its last characters for display. */
export function sealSecret(secret: string): { readonly sealedSecret: string; readonly secretLast4: string } {
  return { sealedSecret: encryptText("webhook-secret", secret), secretLast4: secret.slice(-4) };
}

export function openSecret(sealedSecret: string): string {
  return decryptText("webhook-secret", sealedSecret);
}
