import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { lineOf } from "./lines";
import { type BatchTotals, isUnsettledCapture, isUnsettledRefund, type SettlementScope } from "./unsettled-lines";

/** What payments cost, in SQL. */
export interface PaymentFees {
  /** FROM item: the price of `captures c`, if it has one. */
  readonly prices: Sql;
  /** Condition on a settled `refunds r`: its batch returned its part of the fee. */
  readonly isReturned: Sql;
  readonly isFeeReturned: boolean;
  /** What a payment costs; `share` is the sum of its captures times their rates. */
  feeOf(payment: { readonly captured: Sql; readonly share: Sql; readonly fixed: Sql }): Sql;
  /** How much of its fee a payment gets back for what was refunded of it. */
  returnedOf(payment: { readonly fee: Sql; readonly captured: Sql; readonly refunded: Sql }): Sql;
}

interface Claim {
  readonly batchId: string;
  readonly scope: SettlementScope;
  /** Must be locked by the transaction. */
  readonly roots: readonly AuthorizationId[];
  readonly at: Date;
  readonly fees: PaymentFees;
}

/**
 * Puts the families' unsettled lines into the batch, with fees, and marks authorizations as settled once all captures are.
 *
 * A payment's fee, less what refunds return, depends on nothing but what of it has settled. So a line's fee is the difference
 * that the line makes: to what the payment costs, for a capture, and to what is returned, for a refund. Captures count first. No
 * difference is larger than its line or has the wrong sign, as a price takes at most the whole of what was captured.
 */
export async function claimLines(db: Queryable, { batchId, scope, roots, at, fees }: Claim): Promise<void> {
  await query(
    db,
    sql`WITH ${selectDifferences({ scope, roots, fees })},
      settled_captures AS (
        UPDATE captures c SET batch_id = ${batchId}, settled_at = ${at}, fee_minor = d.fee_minor
        FROM capture_fees d WHERE c.id = d.id AND d.is_claimed
      )
      UPDATE refunds r SET batch_id = ${batchId}, settled_at = ${at},
        fee_minor = ${fees.isFeeReturned ? sql`d.fee_minor` : sql`0`}
      FROM refund_fees d WHERE r.id = d.id`,
  );
  await query(
    db,
    sql`UPDATE authorizations a SET settled_at = ${at}
      WHERE (a.id = ANY(${roots}) OR a.root_id = ANY(${roots}) AND a.parent_id IS NOT NULL) AND EXISTS (
          SELECT 1 FROM captures c WHERE c.batch_id = ${batchId} AND c.root_id = a.root_id
            AND (c.authorization_id = a.id OR a.parent_id IS NULL))
        AND NOT EXISTS (
          SELECT 1 FROM captures c WHERE c.batch_id IS NULL AND c.root_id = a.root_id
            AND (c.authorization_id = a.id OR a.parent_id IS NULL))`,
  );
}

type Differences = Pick<Claim, "scope" | "roots" | "fees">;

/** CTEs `capture_fees` and `refund_fees`: what each row that is claimed costs, or returns if its batch returns fees. */
function selectDifferences({ scope, roots, fees }: Differences): Sql {
  const parts = sql`c.family_sequence, c.id <> c.transaction_id, c.id`;
  const fee = fees.feeOf({ captured: sql`s.captured`, share: sql`s.share`, fixed: sql`s.fixed_minor` });
  const returned = (refunded: Sql) => fees.returnedOf({ fee: sql`p.fee`, captured: sql`p.captured`, refunded });
  return sql`priced AS (
      SELECT c.id, c.root_id, c.batch_id IS NULL AS is_claimed, c.batch_id IS NOT NULL OR ${isUnsettledCapture(scope)} AS counts,
        c.amount_minor, c.amount_minor::numeric * coalesce(price.rate_bps, 0) AS share,
        row_number() OVER (PARTITION BY c.root_id ORDER BY ${parts}) AS place,
        first_value(coalesce(price.fixed_minor, 0)) OVER (PARTITION BY c.root_id ORDER BY ${parts}) AS fixed_minor
      FROM captures c LEFT JOIN LATERAL ${fees.prices} price ON true WHERE c.root_id = ANY(${roots})
    ),
    summed AS (
      SELECT id, root_id, is_claimed, fixed_minor, row_number() OVER settling AS place, sum(amount_minor) OVER settling AS captured,
        sum(share) OVER settling AS share
      FROM priced WHERE counts WINDOW settling AS (PARTITION BY root_id ORDER BY is_claimed, place)
    ),
    returned AS (
      SELECT c.root_id, sum(r.amount_minor) AS refunded FROM captures c JOIN refunds r ON r.capture_id = c.id
      WHERE c.root_id = ANY(${roots}) AND r.batch_id IS NOT NULL AND ${fees.isReturned} GROUP BY c.root_id
    ),
    payments AS (
      SELECT s.id, s.root_id, s.is_claimed, s.place, s.captured, ${fee} AS fee, coalesce(b.refunded, 0) AS refunded
      FROM summed s LEFT JOIN returned b ON b.root_id = s.root_id
    ),
    capture_fees AS (
      SELECT p.id, p.is_claimed, p.cost - lag(p.cost, 1, 0) OVER (PARTITION BY p.root_id ORDER BY p.place) AS fee_minor
      FROM (SELECT p.*, p.fee - ${returned(sql`p.refunded`)} AS cost FROM payments p) p
    ),
    refund_fees AS (
      SELECT p.id, ${returned(sql`p.refunded_after`)} - ${returned(sql`p.refunded_after - p.amount_minor`)} AS fee_minor
      FROM (
        SELECT r.id, r.amount_minor, p.fee, p.captured, p.refunded
          + sum(r.amount_minor) OVER (PARTITION BY c.root_id ORDER BY r.created_at, r.reversal_id, r.id) AS refunded_after
        FROM (SELECT DISTINCT ON (root_id) * FROM payments ORDER BY root_id, place DESC) p
          JOIN captures c ON c.root_id = p.root_id JOIN refunds r ON r.capture_id = c.id
        WHERE ${isUnsettledRefund(scope)}
      ) p
    )`;
}

export async function sumClaimed(
  db: Queryable,
  { id: batchId, lineRule }: { readonly id: string; readonly lineRule: number },
): Promise<BatchTotals> {
  const line = lineOf({ lineRule });
  const [totals] = await query<BatchTotals>(
    db,
    sql`SELECT c.count AS capture_count, c.sum AS captured_minor, r.count AS refund_count, r.sum AS refunded_minor,
        c.fee - r.fee AS fee_minor
      FROM (SELECT count(DISTINCT ${line.capture})::int AS count, coalesce(sum(c.amount_minor), 0)::bigint AS sum,
            coalesce(sum(c.fee_minor), 0)::bigint AS fee FROM captures c
          WHERE c.batch_id = ${batchId}) c,
        (SELECT count(DISTINCT ${line.refund})::int AS count, coalesce(sum(r.amount_minor), 0)::bigint AS sum,
            coalesce(sum(r.fee_minor), 0)::bigint AS fee FROM refunds r
          WHERE r.batch_id = ${batchId}) r`,
  );
  if (!totals) throw new Error("a sum without a row");
  return totals;
}
