import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { BatchTotals, PaymentFees } from "../authorizations";

/** The first price in this order applies, among those that have begun. */
export const NEWEST_FIRST = sql`p.effective_on DESC, p.created_at DESC, p.id DESC`;

/** A price begins with its day, and not before it was set: a sale that was under way meanwhile keeps the price that it saw. */
const PRICES = sql`(SELECT p.rate_bps, p.fixed_minor FROM merchant_prices p
  WHERE p.merchant_id = c.merchant_id AND p.currency = c.currency
    AND p.effective_on <= (c.created_at AT TIME ZONE 'UTC')::date AND p.created_at <= c.created_at
  ORDER BY ${NEWEST_FIRST} LIMIT 1)`;

const IS_RETURNED = sql`coalesce((SELECT b.is_fee_returned FROM settlement_batches b WHERE b.id = r.batch_id),
  (SELECT o.is_fee_returned FROM open_batches o WHERE o.id = r.batch_id))`;

/** The one rule of what a payment costs, like `feeOf`. What of it is returned is rounded down. */
export function paymentFees({ isFeeReturned }: { readonly isFeeReturned: boolean }): PaymentFees {
  return {
    prices: PRICES,
    isReturned: IS_RETURNED,
    isFeeReturned,
    feeOf: ({ captured, share, fixed }) => sql`least(${captured}, div((${share}) + 5000, 10000) + ${fixed})`,
    returnedOf: ({ fee, captured, refunded }) => sql`div((${fee}) * (${refunded}), ${captured})`,
  };
}

const lockOf = (merchantId: string) => sql`hashtextextended(${`price:${merchantId}`}, 0)`;

/** Blocks price changes until the transaction ends, so that no line is charged while its day's price is being set. */
export async function lockPricesShared(db: Queryable, merchantId: string): Promise<void> {
  await query(db, sql`SELECT pg_advisory_xact_lock_shared(${lockOf(merchantId)})`);
}

/** Waits for running charges and blocks new ones until the transaction ends. */
export async function lockPrices(db: Queryable, merchantId: string): Promise<void> {
  await query(db, sql`SELECT pg_advisory_xact_lock(${lockOf(merchantId)})`);
}

export function grossAndNet({
  capturedMinor,
  refundedMinor,
  feeMinor,
}: Omit<BatchTotals, "captureCount" | "refundCount">) {
  const grossMinor = capturedMinor - refundedMinor;
  return { grossMinor, feeMinor, netMinor: grossMinor - feeMinor };
}
