import { announce } from "@/server/db/announce";
import { runGuarded, STALE } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { realTimeOf } from "@/server/domain/sandbox-clock";
import { newRecordId } from "@/server/platform/ids";
import type { EventType } from "../events/event";
import { SAMPLE_FACTS } from "../events/sample-facts";
import { findOwnSubscription, requireActive, type SubscriptionRow } from "../subscriptions/subscription";
import type { DeliveryRow, ShownDelivery } from "./delivery";

/**
 * Delivered like any other event: of the given type, or the first that the subscription has. Throws `subscription_not_found`,
 * `subscription_revoked`, `subscription_paused`.
 */
export async function sendTestEvent(
  caller: AcquirerCaller,
  input: { readonly id: string; readonly eventType: EventType | null },
  claim: IdempotencyClaim<ShownDelivery> | null,
): Promise<ShownDelivery> {
  requirePermission(caller, "manage_webhooks");
  return runGuarded(async (attempt) => {
    const subscription = await findOwnSubscription(attempt, caller, input.id);
    requireActive(subscription);
    const type = input.eventType ?? (subscription.events[0] as EventType);
    const { event, delivery } = sample(caller, subscription, type);
    const outcome = { ...delivery, url: subscription.url };
    const [written] = await query<{ isWritten: boolean }>(
      attempt.db,
      sql`WITH subscription AS (
          SELECT 1 FROM webhook_subscriptions WHERE id = ${subscription.id} AND status = 'active' FOR SHARE
        ),
        event AS (${insertRows("events", [event], "subscription")}),
        delivery AS (${insertRows("webhook_deliveries", [delivery], "subscription")}),
        ${recordAnswer(claim, outcome, caller.now, "subscription")}
        SELECT EXISTS (SELECT 1 FROM subscription) AS is_written`,
    );
    if (!written?.isWritten) return STALE;
    announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
    return outcome;
  }, caller.standing);
}

function sample(caller: AcquirerCaller, subscription: SubscriptionRow, type: EventType) {
  const id = newRecordId(caller.now);
  const event: NewRow<"events"> = {
    id,
    tenantId: caller.tenantId,
    environment: caller.environment,
    type,
    authorizationId: null,
    subjectId: null,
    sequence: 1,
    facts: { ...SAMPLE_FACTS[type] } as NewRow<"events">["facts"],
    idempotencyKey: `${type}:test-${id}`,
    createdAt: caller.now,
  };
  const delivery: DeliveryRow = {
    id: newRecordId(caller.now),
    subscriptionId: subscription.id,
    eventId: id,
    eventType: type,
    authorizationId: null,
    sequence: 1,
    status: "pending",
    attempt: 0,
    url: null,
    responseCode: null,
    error: null,
    scheduledAt: null,
    deliveredAt: null,
    createdAt: caller.now,
    nextAttemptAt: caller.now,
    dueAt: realTimeOf(caller),
    state: "waiting",
    since: null,
    leasedUntil: null,
    hasSender: false,
    handedOverAt: null,
    handoff: 0,
    isDeferred: false,
    replayId: null,
    orderedAttempt: 0,
  };
  return { event, delivery };
}
