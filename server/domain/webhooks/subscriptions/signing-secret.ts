import { randomBytes } from "node:crypto";
import { decryptText, encryptText } from "@/server/platform/crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** `whsec_` and base64 of 24 random bytes, as Standard Webhooks has it. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** What of a secret is stored: encrypted, for it must be read again to sign, and the end that distinguishes it from others. */
export function sealSecret(secret: string): { readonly sealedSecret: string; readonly secretLast4: string } {
  return { sealedSecret: encryptText("webhook-secret", secret), secretLast4: secret.slice(-4) };
}

export function openSecret(sealedSecret: string): string {
  return decryptText("webhook-secret", sealedSecret);
}
