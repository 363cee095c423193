import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import { IS_IN_TRANSIT } from "@/server/domain/payouts";
import { merchantOf, type RecordsCaller, requireKnown, selectMerchantId } from "./payment-filter";

/** Minor units. */
export interface BalanceRecord {
  readonly accountId: string;
  readonly merchantId: string;
  readonly currency: string;
  readonly balanceMinor: bigint;
  /** Captured less refunded, in no closed batch yet; the rest of the balance is debt from earlier batches. */
  readonly pendingMinor: bigint;
  /** Paid out, and neither at the bank nor back. */
  readonly inTransitMinor: bigint;
  readonly createdAt: Date;
}

export interface BalanceFilter extends ApiPosition {
  readonly merchant: string | null;
  readonly currency: string | null;
}

/**
 * Balances of the caller's merchants, by merchant and currency, newest accounts first. Snapshot, unfolded entries, and
 * unsettled lines are one read. Throws `invalid_reference` for a cursor or merchant that isn't the caller's, and
 * `validation_error`.
 */
export async function listBalanceRecords(
  caller: RecordsCaller,
  filter: BalanceFilter,
): Promise<ApiPage<BalanceRecord>> {
  const { currency } = filter;
  const asked = merchantOf(caller, filter.merchant);
  const isOfTenant = sql`m.tenant_id = ${caller.tenantId} AND m.environment = ${caller.environment}::environment`;
  const isOwn = asked === null ? isOfTenant : sql`m.id = ${selectMerchantId(caller, asked)}`;
  const accounts = sql`FROM merchants m JOIN accounts a ON a.merchant_id = m.id`;
  const page = await apiPage(filter, {
    createdAt: sql`a.created_at`,
    id: sql`a.id`,
    columns: sql`a.*`,
    rows: sql`${accounts} WHERE ${isOwn} AND (${currency}::text IS NULL OR a.currency = ${currency})`,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT a.created_at ${accounts} WHERE a.id = ${id}
        AND ${caller.kind === "merchant" ? sql`m.id = ${caller.merchantId}` : isOfTenant})`,
      id: sql`${id}`,
    }),
    read: ({ found, order }) =>
      query<BalanceRecord>(
        getPool(),
        sql`SELECT a.id AS account_id, a.merchant_id, a.currency, a.created_at,
            a.posted_minor + (SELECT coalesce(sum(e.amount_minor), 0)::bigint FROM entries e
              WHERE e.account_id = a.id AND e.is_folded = false) AS balance_minor,
            (SELECT coalesce(sum(o.amount_minor), 0)::bigint FROM payouts o WHERE o.merchant_id = a.merchant_id
              AND o.currency = a.currency AND ${IS_IN_TRANSIT}) AS in_transit_minor,
            ((SELECT coalesce(sum(c.amount_minor), 0) FROM captures c
              WHERE c.merchant_id = a.merchant_id AND c.currency = a.currency AND c.batch_id IS NULL)
            + (SELECT coalesce(sum(c.amount_minor), 0) FROM open_batches o JOIN captures c ON c.batch_id = o.id
              WHERE o.merchant_id = a.merchant_id AND o.currency = a.currency)
            - (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
              WHERE r.merchant_id = a.merchant_id AND r.currency = a.currency AND r.batch_id IS NULL)
            - (SELECT coalesce(sum(r.amount_minor), 0) FROM open_batches o JOIN refunds r ON r.batch_id = o.id
              WHERE o.merchant_id = a.merchant_id AND o.currency = a.currency))::bigint AS pending_minor
          FROM ${found} a ORDER BY ${order}`,
      ),
  });
  if (page.items.length === 0) await requireKnown(caller, { merchant: filter.merchant });
  return page;
}
