import type { NewEvent } from "../events/event";
import type { SubscriptionRow } from "./subscription";

type Paused = Pick<SubscriptionRow, "id" | "tenantId" | "environment" | "merchantId" | "url" | "failureCount">;

/** For the tenant's other subscriptions and, if it is a merchant's, that merchant's. */
export function pausedEvent(
  { id, tenantId, environment, merchantId: merchant, url, failureCount }: Paused,
  reason: "failures" | "request",
  at: Date,
): NewEvent {
  const facts = { recordId: id, merchant, url, reason, failureCount };
  return { tenantId, environment, type: "subscription.paused", sequence: 1, facts, source: id, at };
}
