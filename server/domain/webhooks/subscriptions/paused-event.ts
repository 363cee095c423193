import type { NewEvent } from "../events/event";
import type { SubscriptionRow } from "./subscription";

type Paused = Pick<SubscriptionRow, "id" | "tenantId" | "environment" | "merchantId" | "url" | "failureCount">;

/** The event of a subscription that was paused, for the others of its tenant and, if it is a merchant's, of that merchant. */
export function pausedEvent(
  { id, tenantId, environment, merchantId: merchant, url, failureCount }: Paused,
  reason: "failures" | "request",
  at: Date,
): NewEvent {
  const facts = { recordId: id, merchant, url, reason, failureCount };
  return { tenantId, environment, type: "subscription.paused", sequence: 1, facts, source: id, at };
}
