import { type Queryable, query } from "@/server/db/query";
import { raw, type Sql, sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { type BatchTotals, isUnsettledCapture, isUnsettledRefund, type SettlementScope } from "./unsettled-lines";

interface Claim {
  readonly batchId: string;
  readonly scope: SettlementScope;
  /** Locked by the transaction. */
  readonly roots: readonly AuthorizationId[];
  readonly at: Date;
}

/**
 * CTEs `settled_captures` and `settled_refunds`: puts every unsettled line of the families into the batch, if `guard`
 * has it.
 */
export function claimLines({ batchId, scope, roots, at }: Claim, guard: string): Sql {
  return sql`settled_captures AS (
      UPDATE captures c SET batch_id = ${batchId}, settled_at = ${at} FROM ${raw(guard)}
      WHERE c.root_id = ANY(${roots}) AND ${isUnsettledCapture(scope)} RETURNING 1
    ), settled_refunds AS (
      UPDATE refunds r SET batch_id = ${batchId}, settled_at = ${at} FROM ${raw(guard)}, captures c
      WHERE r.capture_id = c.id AND c.root_id = ANY(${roots}) AND ${isUnsettledRefund(scope)} RETURNING 1
    )`;
}

/** Column `is_whole`, or no batch at all: the lines that were claimed are those that were summed. */
export function requireClaimed({ captureCount, refundCount }: BatchTotals): Sql {
  return sql`require_guard((SELECT count(*) FROM settled_captures) = ${captureCount}::int
    AND (SELECT count(*) FROM settled_refunds) = ${refundCount}::int) AS is_whole`;
}

/** An authorization is settled once all it has captured is; a first one stands for its increments. */
export async function markSettled(db: Queryable, { batchId, roots, at }: Omit<Claim, "scope">): Promise<void> {
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
