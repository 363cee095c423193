import { isPaymentEvent } from "@/server/contracts/event-types";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AcquirerCaller, TenantCaller } from "@/server/domain/caller";
import { type ApiPage, type ApiPosition, apiPage } from "../../api-page";
import { toPage } from "../../page";
import { byText, type SortKey } from "../../sort-keys";
import { type SortedInput, type SortedPage, sortedPage } from "../../sorted-page";
import { type EventSummary, type StoredEvent, summaryOf } from "../events/event";
import { type FactsRow, factsOf, selectFacts } from "../events/record-event";
import { getSubscription } from "../subscriptions/list-subscriptions";
import type { SubscriptionRow } from "../subscriptions/subscription";
import { type DeliveryRow, findDelivery, MAX_ATTEMPTS, type ShownDelivery } from "./delivery";

/** Literals, so that the index of failures can be used. */
const OF_STATUS: Readonly<Record<DeliveryRow["status"], Sql>> = {
  pending: sql`status = 'pending'`,
  delivered: sql`status = 'delivered'`,
  failed: sql`status = 'failed' AND error IS NOT NULL`,
  exhausted: sql`status = 'exhausted' AND error IS NOT NULL`,
};

export interface ListedDelivery extends ShownDelivery, EventSummary {
  readonly event: StoredEvent;
  readonly isTest: boolean;
  /** Duration of the last attempt; null if there was none, or it is no longer kept. */
  readonly durationMs: number | null;
}

interface DeliveryFilter {
  readonly subscriptionId: string;
  readonly eventType: string | null;
  readonly status?: DeliveryRow["status"] | null;
  /** Those that it made due, unless a later replay did so again. */
  readonly replayId?: string | null;
  readonly createdFrom?: Date | null;
  readonly createdBefore?: Date | null;
}

/** Newest first. Throws `subscription_not_found`, `invalid_reference` for a bad cursor, and `validation_error`. */
export async function listDeliveries(
  caller: AcquirerCaller,
  input: ApiPosition & DeliveryFilter,
): Promise<ApiPage<ListedDelivery>> {
  const subscription = await getSubscription(caller, { id: input.subscriptionId });
  const { createdFrom = null, createdBefore = null, ...filter } = input;
  return apiPage(input, {
    createdAt: sql`created_at`,
    id: sql`id`,
    columns: sql`*`,
    rows: sql`FROM webhook_deliveries WHERE ${matching(subscription, filter)}`,
    span: { createdFrom, createdBefore },
    isLookedThrough: false,
    placeOf: (id) => {
      const own = sql`FROM webhook_deliveries WHERE subscription_id = ${subscription.id} AND id = ${id}`;
      return { createdAt: sql`(SELECT created_at ${own})`, id: sql`(SELECT id ${own})` };
    },
    read: ({ found, order, limit }) => select(subscription, found, sql`${order} LIMIT ${limit}`),
  });
}

type SortName = "event" | "status" | "response";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  event: byText(sql`event_type`),
  status: byText(sql`status`),
  response: byText(sql`coalesce(response_code::text, error, '')`),
};

/** Throws `subscription_not_found`. */
export async function listSortedDeliveries(
  caller: AcquirerCaller,
  input: Omit<SortedInput<SortName>, "now"> & DeliveryFilter,
): Promise<SortedPage<ListedDelivery>> {
  const subscription = await getSubscription(caller, { id: input.subscriptionId });
  const matched = matching(subscription, input);
  return sortedPage(
    { ...input, now: caller.now },
    {
      rows: sql`FROM webhook_deliveries WHERE ${matched}`,
      createdAt: sql`created_at`,
      id: sql`id`,
      keys: SORT_KEYS,
      read: (ids) =>
        select(subscription, deliveriesOf(sql`subscription_id = ${subscription.id} AND id = ANY(${ids})`), sql`id`),
      idOf: ({ id }) => id,
      byTime: async ({ after, order, limit }) => {
        const rest = sql`${matched} AND ${after} ORDER BY ${order} LIMIT ${limit + 1}`;
        return toPage(await select(subscription, deliveriesOf(rest), order), limit, (row) => row);
      },
    },
  );
}

function matching({ id }: SubscriptionRow, filter: DeliveryFilter): Sql {
  const { status = null, replayId = null, eventType, createdFrom = null, createdBefore = null } = filter;
  return sql`subscription_id = ${id} AND ${eventType === null ? sql`TRUE` : sql`event_type = ${eventType}`}
    AND ${status === null ? sql`TRUE` : OF_STATUS[status]}
    AND ${replayId === null ? sql`TRUE` : sql`replay_id = ${replayId}`}
    AND ${createdFrom === null ? sql`TRUE` : sql`created_at >= ${createdFrom}`}
    AND ${createdBefore === null ? sql`TRUE` : sql`created_at < ${createdBefore}`}`;
}

type ReadDelivery = DeliveryRow &
  FactsRow &
  Pick<StoredEvent, "type" | "environment"> &
  Pick<ListedDelivery, "durationMs"> & { readonly happenedAt: Date };

const deliveriesOf = (where: Sql): Sql => sql`(SELECT * FROM webhook_deliveries WHERE ${where})`;

/** `deliveries` is a FROM item. */
async function select(subscription: SubscriptionRow, deliveries: Sql, order: Sql): Promise<ListedDelivery[]> {
  const rows = await query<ReadDelivery>(
    getPool(),
    sql`SELECT d.*, e.type, e.environment, e.created_at AS happened_at, ${selectFacts(sql`${subscription.merchantId !== null}::boolean`)},
        (SELECT t.duration_ms FROM webhook_attempts t
          WHERE t.delivery_id = d.id ORDER BY t.number DESC LIMIT 1) AS duration_ms
      FROM ${deliveries} d JOIN events e ON e.id = d.event_id
      ORDER BY ${order}`,
  );
  return rows.map((row) => toListed(row, subscription));
}

function toListed(
  { type, environment, happenedAt: createdAt, keptFacts, recordFacts, ...row }: ReadDelivery,
  subscription: SubscriptionRow,
): ListedDelivery {
  const facts = factsOf({ keptFacts, recordFacts });
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
  const { keptFacts, recordFacts, ...rest } = event;
  const facts = factsOf({ keptFacts, recordFacts });
  return { delivery, subscription, event: { ...rest, facts }, attempts, isRetryable };
}
