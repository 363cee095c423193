import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { type BatchTotals, isUnsettledCapture, isUnsettledRefund, type SettlementScope } from "./unsettled-lines";

interface Claim {
  readonly batchId: string;
  readonly scope: SettlementScope;
  /** Must be locked by the transaction. */
  readonly roots: readonly AuthorizationId[];
  readonly at: Date;
  readonly fees: {
    /** In terms of `captures c`. */
    readonly ofCapture: Sql;
    /** In terms of `refunds r`: the part of `captureFee` that is returned. */
    ofRefund(captureFee: Sql): Sql;
  };
}

/** Puts the families' unsettled lines into the batch, with fees, and marks authorizations as settled once all captures are. */
export async function claimLines(db: Queryable, { batchId, scope, roots, at, fees }: Claim): Promise<void> {
  await query(
    db,
    sql`WITH settled_captures AS (
        UPDATE captures c SET batch_id = ${batchId}, settled_at = ${at}, fee_minor = ${fees.ofCapture}
        WHERE c.root_id = ANY(${roots}) AND ${isUnsettledCapture(scope)} RETURNING c.id, c.fee_minor
      )
      UPDATE refunds r SET batch_id = ${batchId}, settled_at = ${at},
        fee_minor = ${fees.ofRefund(sql`coalesce(s.fee_minor, c.fee_minor)`)}
      FROM captures c LEFT JOIN settled_captures s ON s.id = c.id
      WHERE r.capture_id = c.id AND c.root_id = ANY(${roots}) AND ${isUnsettledRefund(scope)}`,
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

export async function sumClaimed(db: Queryable, batchId: string): Promise<BatchTotals> {
  const [totals] = await query<BatchTotals>(
    db,
    sql`SELECT c.count AS capture_count, c.sum AS captured_minor, r.count AS refund_count, r.sum AS refunded_minor,
        c.fee - r.fee AS fee_minor
      FROM (SELECT count(*)::int, coalesce(sum(amount_minor), 0)::bigint AS sum,
            coalesce(sum(fee_minor), 0)::bigint AS fee FROM captures
          WHERE batch_id = ${batchId}) c,
        (SELECT count(*)::int, coalesce(sum(amount_minor), 0)::bigint AS sum,
            coalesce(sum(fee_minor), 0)::bigint AS fee FROM refunds
          WHERE batch_id = ${batchId}) r`,
  );
  if (!totals) throw new Error("a sum without a row");
  return totals;
}
