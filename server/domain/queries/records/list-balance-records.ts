import { sql } from "@/server/db/sql";
import { defineList, type List } from "@/server/domain/list";
import { IS_IN_TRANSIT } from "@/server/domain/payouts";
import { merchantOf, type RecordsCaller, requireKnown, selectMerchantId } from "./payment-filter";

/** Minor units. */
export interface BalanceRecord {
  /** Of the account. */
  readonly id: string;
  readonly merchantId: string;
  readonly currency: string;
  readonly balanceMinor: bigint;
  /** Captured less refunded, in no closed batch yet; the rest of the balance is debt from earlier batches. */
  readonly pendingMinor: bigint;
  /** Paid out, and neither at the bank nor back. */
  readonly inTransitMinor: bigint;
  readonly createdAt: Date;
}

interface BalanceFilter {
  readonly merchant?: string | null;
  readonly currency?: string | null;
}

/**
 * Balances of the caller's merchants, by merchant and currency, newest accounts first. Snapshot, unfolded entries, and
 * unsettled lines are one read.
 */
export function balanceList(
  caller: RecordsCaller,
  { merchant = null, currency = null }: BalanceFilter,
): List<BalanceRecord> {
  const asked = merchantOf(caller, merchant);
  const isOfTenant = sql`m.tenant_id = ${caller.tenantId} AND m.environment = ${caller.environment}::environment`;
  const isOwn = caller.kind === "merchant" ? sql`m.id = ${caller.merchantId}` : isOfTenant;
  return defineList({
    as: sql`a`,
    own: sql`FROM merchants m JOIN accounts a ON a.merchant_id = m.id WHERE ${isOwn}`,
    where: sql`${asked === null ? sql`true` : sql`m.id = ${selectMerchantId(caller, asked)}`}
      AND (${currency}::text IS NULL OR a.currency = ${currency})`,
    select: (found) => sql`SELECT a.id, a.merchant_id, a.currency, a.created_at,
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
      FROM ${found} a`,
    requireKnown: () => requireKnown(caller, { merchant }),
  });
}
