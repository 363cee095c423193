import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AcquirerCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import { type ApiPage, type ApiPosition, apiPage } from "../../api-page";
import { byNumber, byText, type SortKey } from "../../sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "../../sorted-page";
import { asAt, findOwnSubscription, isCallersSubscription, type SubscriptionRow } from "./subscription";

/** Throws `subscription_not_found`. */
export async function getSubscription(
  caller: AcquirerCaller,
  input: { readonly id: string },
): Promise<SubscriptionRow> {
  return findOwnSubscription({ db: getPool(), isLocking: false }, caller, input.id);
}

interface SubscriptionFilter {
  readonly status: SubscriptionRow["status"] | null;
  readonly search: string | null;
}

/** Newest first. Throws `invalid_reference` for a bad cursor, and `validation_error`. */
export function listSubscriptions(
  caller: AcquirerCaller,
  input: ApiPosition & Pick<SubscriptionFilter, "status">,
): Promise<ApiPage<SubscriptionRow>> {
  return apiPage(input, {
    createdAt: sql`s.created_at`,
    id: sql`s.id`,
    columns: sql`s.*`,
    rows: sql`FROM webhook_subscriptions s WHERE ${matching(caller, { ...input, search: null })}`,
    isLookedThrough: false,
    placeOf: (id) => {
      const own = sql`FROM webhook_subscriptions s WHERE s.id = ${id} AND ${isCallersSubscription(caller)}`;
      return { createdAt: sql`(SELECT s.created_at ${own})`, id: sql`(SELECT s.id ${own})` };
    },
    read: async ({ found, order, limit }) => {
      const rows = await query<SubscriptionRow>(
        getPool(),
        sql`SELECT * FROM ${found} s ORDER BY ${order} LIMIT ${limit}`,
      );
      return rows.map((row) => asAt(row, caller.now));
    },
  });
}

type SortName = "url" | "status" | "failures";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  url: byText(sql`s.url`),
  status: byText(sql`s.status`),
  failures: byNumber(sql`s.failure_count`),
};

/** `search` is a part of the URL or description, or the id. */
export function listSortedSubscriptions(
  caller: AcquirerCaller,
  input: Omit<SortedInput<SortName>, "now"> & SubscriptionFilter,
): Promise<SortedPage<SubscriptionRow>> {
  const matched = matching(caller, input);
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`FROM webhook_subscriptions s WHERE ${matched}`,
      createdAt: sql`s.created_at`,
      id: sql`s.id`,
      keys: SORT_KEYS,
      select: (rest) => select(caller, sql`${matched} AND ${rest}`),
      placeOf: (row) => row,
    },
  );
}

function matching(caller: AcquirerCaller, { status, search }: SubscriptionFilter): Sql {
  return sql`${isCallersSubscription(caller)}
    AND ${status === null ? sql`TRUE` : sql`s.status = ${status}::subscription_status`}
    AND (${search}::text IS NULL OR ${hasText(sql`s.url`, search ?? "")}
      OR ${hasText(sql`s.description`, search ?? "")} OR s.id = ${search})`;
}

async function select({ now }: AcquirerCaller, where: Sql): Promise<SubscriptionRow[]> {
  const rows = await query<SubscriptionRow>(getPool(), sql`SELECT s.* FROM webhook_subscriptions s WHERE ${where}`);
  return rows.map((row) => asAt(row, now));
}
