import { type OutgoingAttempt, signatureHeaders, standardHeaders } from "@/server/domain/webhooks";
import { getEnv } from "@/server/platform/env";
import { presentEvent } from "./webhooks";

type Presented = Pick<OutgoingAttempt, "deliveryId" | "subscriptionId" | "secret" | "event" | "idempotencyKey" | "at"> &
  Partial<Pick<OutgoingAttempt, "nextSecret">>;

/** A delivery as its receiver gets it (contract 6.2): headers in sending order, and the exact text that is signed. */
export function presentWebhookRequest(attempt: Presented): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const { deliveryId, subscriptionId, secret, nextSecret = null, at, event, idempotencyKey } = attempt;
  const { SERVICE_SHORT_NAME: shortName } = getEnv();
  const prefix = `X-${shortName.toUpperCase()}`;
  const body = JSON.stringify(presentEvent(event));
  const content = { deliveryId, secret, nextSecret, at, body };
  const headers = {
    "Content-Type": "application/json",
    ...signatureHeaders(shortName, content),
    [`${prefix}-Event`]: event.type,
    [`${prefix}-Delivery`]: deliveryId,
    [`${prefix}-Subscription`]: subscriptionId,
    [`${prefix}-Sequence`]: String(event.sequence),
    "Idempotency-Key": idempotencyKey,
    "User-Agent": `${shortName.toLowerCase()}-network-webhooks/1.0`,
    ...standardHeaders(content),
  };
  return { headers, body };
}
