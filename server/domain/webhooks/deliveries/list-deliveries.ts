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
  const rows = await query<DeliveryRow & { isTest: boolean }>(
    db,
    sql`SELECT d.*, coalesce((SELECT (e.facts->>'isTest')::boolean FROM events e WHERE e.id = d.event_id), false) AS is_test
      FROM webhook_deliveries d
      WHERE subscription_id = ${subscription.id} AND ${ofType} AND ${ofStatus}
        AND ${olderThan(cursor, sql`created_at`, sql`id`)}
      ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`,
  );
  const shown = rows.map((row) => ({ ...row, url: row.url ?? subscription.url }));
  return toPage(shown, limit, (row) => row);
}
