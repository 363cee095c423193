import { Webhook } from "standardwebhooks"; // npm install standardwebhooks

/** The payload; throws where the signature is wrong or the timestamp old. */
export function verified(headers: Record<string, string>, rawBody: Buffer, secret: string): unknown {
  return new Webhook(secret).verify(rawBody, headers);
}
