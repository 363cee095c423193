import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import { getBatchRecord } from "./list-batch-records";
import type { RecordsCaller } from "./payment-filter";

export interface BatchLine {
  readonly id: string;
  readonly kind: "capture" | "refund";
  readonly transactionId: string;
  readonly refundId: string | null;
  readonly authorizationNumber: string;
  /** The authorization that was addressed. */
  readonly authorizationId: string;
  readonly merchantReference: string | null;
  readonly metadata: unknown;
  readonly currency: string;
  /** Negative for a refund. */
  readonly amountMinor: bigint;
  /** Negative if a refund returned it. */
  readonly feeMinor: bigint;
  readonly createdAt: Date;
}

/** Oldest first. Throws `settlement_batch_not_found`, `invalid_reference` for a foreign cursor, `validation_error`. */
export async function listBatchLines(
  caller: RecordsCaller,
  input: ApiPosition & { readonly batchId: string },
): Promise<ApiPage<BatchLine>> {
  const { id, currency } = await getBatchRecord(caller, input);
  const lines = sql`(
      SELECT id, 'capture' AS kind, transaction_id, NULL AS refund_id, target_id, merchant_reference, amount_minor, fee_minor, created_at
      FROM captures WHERE batch_id = ${id}
      UNION ALL
      SELECT r.id, 'refund', c.transaction_id, r.reversal_id, c.target_id,
        coalesce(v.merchant_reference, c.merchant_reference), -r.amount_minor, -r.fee_minor, r.created_at
      FROM refunds r JOIN captures c ON c.id = r.capture_id JOIN reversals v ON v.id = r.reversal_id WHERE r.batch_id = ${id}
    ) l`;
  return apiPage(input, {
    ...{ createdAt: sql`l.created_at`, id: sql`l.id`, columns: sql`l.*`, isOldestFirst: true },
    rows: sql`FROM ${lines} WHERE true`,
    isLookedThrough: false,
    placeOf: (line) => ({
      createdAt: sql`coalesce((SELECT created_at FROM captures WHERE id = ${line} AND batch_id = ${id}),
        (SELECT created_at FROM refunds WHERE id = ${line} AND batch_id = ${id}))`,
      id: sql`${line}`,
    }),
    read: ({ found, order }) =>
      query<BatchLine>(
        getPool(),
        sql`SELECT l.id, l.kind, l.transaction_id, l.refund_id, t.authorization_number, t.id AS authorization_id,
            coalesce(l.merchant_reference, t.merchant_reference) AS merchant_reference, t.metadata,
            ${currency}::text AS currency, l.amount_minor, l.fee_minor, l.created_at
          FROM ${found} l JOIN authorizations t ON t.id = l.target_id ORDER BY ${order}`,
      ),
  });
}
