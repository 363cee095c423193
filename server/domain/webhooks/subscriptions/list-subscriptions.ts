import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import { DomainError, unknownReference } from "@/server/domain/errors";
import { olderThan } from "../../page";
import { getSubscription } from "./get-subscription";
import { type IdPage, type PageInput, toIdPage } from "./page";
import { ownSubscriptions, type SubscriptionRow } from "./subscription";

/** The tenant's subscriptions in the caller's environment, newest first. Throws `invalid_reference` for a bad cursor. */
export async function listSubscriptions(
  caller: TenantCaller,
  input: PageInput & { readonly status: SubscriptionRow["status"] | null },
): Promise<IdPage<SubscriptionRow>> {
  const { limit, startingAfter, status } = input;
  const cursor = startingAfter === null ? null : await findCursor(caller, startingAfter);
  const ofStatus = status === null ? sql`TRUE` : sql`s.status = ${status}::subscription_status`;
  const rows = await query<SubscriptionRow>(
    getPool(),
    sql`SELECT s.* FROM webhook_subscriptions s
      WHERE ${ownSubscriptions(caller)} AND ${ofStatus} AND ${olderThan(cursor, sql`s.created_at`, sql`s.id`)}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit + 1}`,
  );
  return toIdPage(rows, limit);
}

async function findCursor(caller: TenantCaller, id: string): Promise<SubscriptionRow> {
  try {
    return await getSubscription(caller, { id });
  } catch (error) {
    throw error instanceof DomainError ? unknownReference("starting_after") : error;
  }
}
