import { type Sql, sql } from "@/server/db/sql";
import { lineOf } from "@/server/domain/authorizations";

export interface BatchName {
  readonly id: string;
  readonly lineRule: number;
}

/**
 * FROM item: the lines of a batch. A line is one capture or one refund; a refund of several captures names the first of them, and
 * if they settle in several batches, it has a line in each.
 */
export function selectLines(batch: BatchName): Sql {
  const line = lineOf(batch);
  const first = (column: Sql) => sql`(array_agg(${column} ORDER BY c.family_sequence, c.transaction_id))[1]`;
  return sql`(
      SELECT ${line.capture} AS id, 'capture' AS kind, c.transaction_id, NULL AS refund_id, c.root_id, c.target_id,
        c.merchant_reference, sum(c.amount_minor)::bigint AS amount_minor, sum(c.fee_minor)::bigint AS fee_minor, c.created_at
      FROM captures c WHERE c.batch_id = ${batch.id}
      GROUP BY ${line.capture}, c.transaction_id, c.root_id, c.target_id, c.merchant_reference, c.created_at
      UNION ALL
      SELECT ${line.refund}, 'refund', ${first(sql`c.transaction_id`)}, r.reversal_id, c.root_id, ${first(sql`c.target_id`)},
        coalesce(v.merchant_reference,
          CASE WHEN count(DISTINCT c.transaction_id) = 1 THEN ${first(sql`c.merchant_reference`)} END),
        -sum(r.amount_minor)::bigint, -sum(r.fee_minor)::bigint, r.created_at
      FROM refunds r JOIN captures c ON c.id = r.capture_id JOIN reversals v ON v.id = r.reversal_id
      WHERE r.batch_id = ${batch.id}
      GROUP BY ${line.refund}, r.reversal_id, c.root_id, v.merchant_reference, r.created_at
    )`;
}
