import { getPool } from "@/server/db/pool";
import { sql } from "@/server/db/sql";
import type { AcquirerCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import { defineList, type List } from "../../list";
import { byNumber, byText } from "../../sort-keys";
import { asAt, findOwnSubscription, isCallersSubscription, type SubscriptionRow } from "./subscription";

/** Throws `subscription_not_found`. */
export async function getSubscription(
  caller: AcquirerCaller,
  input: { readonly id: string },
): Promise<SubscriptionRow> {
  return findOwnSubscription({ db: getPool(), isLocking: false }, caller, input.id);
}

interface SubscriptionFilter {
  readonly status?: SubscriptionRow["status"] | null;
  /** A part of the URL or description, or the id. */
  readonly search?: string | null;
}

export function subscriptionList(
  caller: AcquirerCaller,
  { status = null, search = null }: SubscriptionFilter,
): List<SubscriptionRow, "url" | "status" | "failures"> {
  return defineList({
    as: sql`s`,
    own: sql`FROM webhook_subscriptions s WHERE ${isCallersSubscription(caller)}`,
    where: sql`${status === null ? sql`TRUE` : sql`s.status = ${status}::subscription_status`}
      AND (${search}::text IS NULL OR ${hasText(sql`s.url`, search ?? "")}
        OR ${hasText(sql`s.description`, search ?? "")} OR s.id = ${search})`,
    select: (found) => sql`SELECT s.* FROM ${found} s`,
    toItems: (rows: SubscriptionRow[]) => rows.map((row) => asAt(row, caller.now)),
    keys: { url: byText(sql`s.url`), status: byText(sql`s.status`), failures: byNumber(sql`s.failure_count`) },
  });
}
