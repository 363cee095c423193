import { Webhook } from "standardwebhooks"; // npm install standardwebhooks

/** Returns the payload. Throws if the signature is wrong or the timestamp is old. */
export function verified(headers: Record<string, string>, rawBody: Buffer, secret: string): unknown {
  return new Webhook(secret).verify(rawBody, headers);
}
