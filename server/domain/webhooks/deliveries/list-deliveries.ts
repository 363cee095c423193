import { type EventType, isPaymentEvent } from "@/server/contracts/event-types";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AcquirerCaller, TenantCaller } from "@/server/domain/caller";
import { defineList, type List, type Span } from "../../list";
import { byText } from "../../sort-keys";
import { type EventSummary, type StoredEvent, summaryOf } from "../events/event";
import { type FactsRow, factsOf, selectFacts } from "../events/record-event";
import { getSubscription } from "../subscriptions/list-subscriptions";
import type { SubscriptionRow } from "../subscriptions/subscription";
import { type DeliveryRow, findDelivery, MAX_ATTEMPTS, type ShownDelivery } from "./delivery";

/** Literals, so that the index of failures can be used. */
const OF_STATUS: Readonly<Record<DeliveryRow["status"], Sql>> = {
  pending: sql`d.status = 'pending'`,
  delivered: sql`d.status = 'delivered'`,
  failed: sql`d.status = 'failed' AND d.error IS NOT NULL`,
  exhausted: sql`d.status = 'exhausted' AND d.error IS NOT NULL`,
};

export interface ListedDelivery extends ShownDelivery, EventSummary {
  readonly event: StoredEvent;
  readonly isTest: boolean;
  /** Duration of the last attempt; null if there was none, or it is no longer kept. */
  readonly durationMs: number | null;
}

interface DeliveryFilter extends Span {
  /** Of the subscription. */
  readonly id: string | null;
  readonly event?: EventType | null;
  readonly status?: DeliveryRow["status"] | null;
  /** Those that it made due, unless a later replay did so again. */
  readonly replay?: string | null;
}

/** Throws `subscription_not_found`. */
export async function deliveryList(
  caller: AcquirerCaller,
  { id, event = null, status = null, replay = null, ...span }: DeliveryFilter,
): Promise<List<ListedDelivery, "event" | "status" | "response">> {
  const subscription = await getSubscription(caller, { id: id ?? "" });
  return defineList({
    as: sql`d`,
    own: sql`FROM webhook_deliveries d WHERE d.subscription_id = ${subscription.id}`,
    where: sql`${event === null ? sql`TRUE` : sql`d.event_type = ${event}`}
      AND ${status === null ? sql`TRUE` : OF_STATUS[status]}
      AND ${replay === null ? sql`TRUE` : sql`d.replay_id = ${replay}`}`,
    span,
    select: (found) => sql`SELECT d.*, e.type, e.environment, e.created_at AS happened_at,
        ${selectFacts(sql`${subscription.merchantId !== null}::boolean`)},
        (SELECT t.duration_ms FROM webhook_attempts t
          WHERE t.delivery_id = d.id ORDER BY t.number DESC LIMIT 1) AS duration_ms
      FROM ${found} d JOIN events e ON e.id = d.event_id`,
    toItems: (rows: ReadDelivery[]) => rows.map((row) => toListed(row, subscription)),
    keys: {
      event: byText(sql`d.event_type`),
      status: byText(sql`d.status`),
      response: byText(sql`coalesce(d.response_code::text, d.error, '')`),
    },
  });
}

type ReadDelivery = DeliveryRow &
  FactsRow &
  Pick<StoredEvent, "type" | "environment"> &
  Pick<ListedDelivery, "durationMs"> & { readonly happenedAt: Date };

function toListed(
  { type, environment, happenedAt: createdAt, storedFacts, recordFacts, ...row }: ReadDelivery,
  subscription: SubscriptionRow,
): ListedDelivery {
  const facts = factsOf({ storedFacts, recordFacts });
  const event = { id: row.eventId, type, environment, sequence: row.sequence, facts, createdAt };
  const isPayments = isPaymentEvent(type);
  return {
    ...row,
    authorizationId: isPayments ? row.authorizationId : null,
    url: row.url ?? subscription.url,
    event,
    isTest: facts.isTest === true,
    ...summaryOf(event),
  };
}

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
      sql`SELECT e.id, e.type, e.environment, e.sequence, ${selectFacts(sql`${subscription.merchantId !== null}::boolean`)}, e.created_at FROM events e
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
  const { storedFacts, recordFacts, ...rest } = event;
  const facts = factsOf({ storedFacts, recordFacts });
  return { delivery, subscription, event: { ...rest, facts }, attempts, isRetryable };
}
