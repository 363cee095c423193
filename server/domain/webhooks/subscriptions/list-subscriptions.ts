import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import { type ApiPageInput, findCursor, olderThan, type Page, toPage } from "../../page";
import { getSubscription } from "./get-subscription";
import { ownSubscriptions, type SubscriptionRow } from "./subscription";

/** The tenant's subscriptions in the caller's environment, newest first. Throws `invalid_reference` for a bad cursor. */
export async function listSubscriptions(
  caller: TenantCaller,
  input: ApiPageInput & { readonly status: SubscriptionRow["status"] | null },
): Promise<Page<SubscriptionRow>> {
  const { limit, status } = input;
  const cursor = await findCursor(input.cursor, (id) => getSubscription(caller, { id }));
  const ofStatus = status === null ? sql`TRUE` : sql`s.status = ${status}::subscription_status`;
  const rows = await query<SubscriptionRow>(
    getPool(),
    sql`SELECT s.* FROM webhook_subscriptions s
      WHERE ${ownSubscriptions(caller)} AND ${ofStatus} AND ${olderThan(cursor, sql`s.created_at`, sql`s.id`)}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows, limit, (row) => row);
}
