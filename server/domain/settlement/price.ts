import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { BatchTotals } from "../authorizations";

/** The first price in this order applies, among those that have begun. */
export const NEWEST_FIRST = sql`p.effective_on DESC, p.created_at DESC, p.id DESC`;

/** For `captures c`: by the price of the UTC day of the capture, like `feeOf`; 0 without one. */
export function feeOfCapture(): Sql {
  return sql`coalesce((
    SELECT least(c.amount_minor, (c.amount_minor * p.rate_bps + 5000) / 10000
      + CASE WHEN c.id = c.transaction_id THEN p.fixed_minor ELSE 0 END)
    FROM merchant_prices p
    WHERE p.merchant_id = c.merchant_id AND p.currency = c.currency
      AND p.effective_on <= (c.created_at AT TIME ZONE 'UTC')::date
    ORDER BY ${NEWEST_FIRST} LIMIT 1), 0)`;
}

/** For `refunds r` of `captures c`: rounded down, so that refunds never return more than was charged. */
export function feeOfRefund(captureFee: Sql, { isFeeReturned }: { readonly isFeeReturned: boolean }): Sql {
  return isFeeReturned ? sql`div(${captureFee}::numeric * r.amount_minor, c.amount_minor)::bigint` : sql`0`;
}

const lockOf = (merchantId: string) => sql`hashtextextended(${`price:${merchantId}`}, 0)`;

/** Blocks price changes until the transaction ends, so that no line is charged while its day's price is being set. */
export async function keepPrices(db: Queryable, merchantId: string): Promise<void> {
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
