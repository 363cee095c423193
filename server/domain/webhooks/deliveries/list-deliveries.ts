import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import { type ApiPageInput, findCursor, olderThan, type Page, toPage } from "../../page";
import { getSubscription } from "../subscriptions/get-subscription";
import { type DeliveryRow, findDelivery, type ShownDelivery } from "./delivery";

/** Written out, so that the index of what has failed serves two of them. */
const OF_STATUS: Readonly<Record<DeliveryRow["status"], Sql>> = {
  pending: sql`status = 'pending'`,
  delivered: sql`status = 'delivered'`,
  failed: sql`status = 'failed' AND error IS NOT NULL`,
  exhausted: sql`status = 'exhausted' AND error IS NOT NULL`,
};

export interface ListedDelivery extends ShownDelivery {
  /** Of a sample event that was requested. */
  readonly isTest: boolean;
  /** Of the payment; null where a decline found no card. */
  readonly authorizationNumber: string | null;
  /** What was authorized, captured, or reversed. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Of the last attempt; null: none was made, or it is no longer kept. */
  readonly durationMs: number | null;
}

/**
 * A subscription's deliveries, newest first, of one event type or in one state if they are named.
 * Throws `subscription_not_found`, and `invalid_reference` for a bad cursor.
 */
export async function listDeliveries(
  caller: TenantCaller,
  input: ApiPageInput & {
    readonly subscriptionId: string;
    readonly eventType: string | null;
    readonly status?: DeliveryRow["status"] | null;
  },
): Promise<Page<ListedDelivery>> {
  const { limit, eventType } = input;
  const subscription = await getSubscription(caller, { id: input.subscriptionId });
  const db = getPool();
  const cursor = await findCursor(input.cursor, (id) => findDelivery({ db, isLocking: false }, subscription, id));
  const ofStatus = input.status ? OF_STATUS[input.status] : sql`TRUE`;
  const ofType = eventType === null ? sql`TRUE` : sql`event_type = ${eventType}`;
  const rows = await query<DeliveryRow & Omit<ListedDelivery, "url">>(
    db,
    sql`SELECT d.*, coalesce((e.facts->>'isTest')::boolean, false) AS is_test,
        coalesce(a.authorization_number, e.facts->>'authorizationId') AS authorization_number,
        coalesce(e.facts->>'amountCapturedMinor', e.facts->>'amountReversedMinor', e.facts->>'amountMinor')::bigint
          AS amount_minor,
        coalesce(a.currency, e.facts->>'currency') AS currency, (SELECT t.duration_ms FROM webhook_attempts t
          WHERE t.delivery_id = d.id ORDER BY t.number DESC LIMIT 1) AS duration_ms
      FROM (SELECT * FROM webhook_deliveries
          WHERE subscription_id = ${subscription.id} AND ${ofType} AND ${ofStatus}
            AND ${olderThan(cursor, sql`created_at`, sql`id`)}
          ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}) d
        JOIN events e ON e.id = d.event_id LEFT JOIN authorizations a ON a.id = d.authorization_id
      ORDER BY d.created_at DESC, d.id DESC`,
  );
  const shown = rows.map((row) => ({ ...row, url: row.url ?? subscription.url }));
  return toPage(shown, limit, (row) => row);
}
