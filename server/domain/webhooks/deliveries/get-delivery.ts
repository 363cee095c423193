import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import type { StoredEvent } from "../events/event";
import { type FactsRow, factsOf, SELECT_FACTS } from "../events/record-event";
import { getSubscription } from "../subscriptions/list-subscriptions";
import type { SubscriptionRow } from "../subscriptions/subscription";
import { findDelivery, type ShownDelivery } from "./delivery";
import { MAX_ATTEMPTS } from "./retry-schedule";

/** Headers are without signatures. */
export interface DeliveryAttempt {
  readonly id: string;
  readonly number: number;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface DeliveryDetail {
  readonly delivery: ShownDelivery;
  readonly subscription: SubscriptionRow;
  readonly event: StoredEvent;
  readonly attempts: readonly DeliveryAttempt[];
  readonly isRetryable: boolean;
}

/** Throws `subscription_not_found`, `delivery_not_found`. */
export async function getDelivery(
  caller: TenantCaller,
  input: { readonly subscriptionId: string; readonly deliveryId: string },
): Promise<DeliveryDetail> {
  const db = getPool();
  const subscription = await getSubscription(caller, { id: input.subscriptionId });
  const delivery = await findDelivery({ db, isLocking: false }, subscription, input.deliveryId);
  const [[event], attempts] = await Promise.all([
    query<Omit<StoredEvent, "facts"> & FactsRow>(
      db,
      sql`SELECT e.id, e.type, e.environment, e.sequence, ${SELECT_FACTS}, e.created_at FROM events e
        WHERE e.id = ${delivery.eventId}`,
    ),
    query<DeliveryAttempt>(
      db,
      sql`SELECT id, number, url, request_headers, started_at, duration_ms, response_code, response_body, error
        FROM webhook_attempts WHERE delivery_id = ${delivery.id} ORDER BY number DESC LIMIT ${MAX_ATTEMPTS}`,
    ),
  ]);
  if (!event) throw new Error("a delivery has no event");
  const isRetryable =
    subscription.status === "active" && delivery.status !== "delivered" && delivery.attempt < MAX_ATTEMPTS;
  const { keptFacts, recordFacts, ...rest } = event;
  const facts = factsOf({ keptFacts, recordFacts });
  return { delivery, subscription, event: { ...rest, facts }, attempts, isRetryable };
}
