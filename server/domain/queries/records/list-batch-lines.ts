import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import { selectLines } from "../settlement/select-lines";
import { getBatchRecord } from "./list-batch-records";
import { type Payer, payerOf, type RecordsCaller } from "./payment-filter";

export interface BatchLine {
  readonly id: string;
  readonly kind: "capture" | "refund";
  /** Of a refund of several captures: the first. */
  readonly transactionId: string;
  readonly refundId: string | null;
  readonly authorizationNumber: string;
  /** The authorization that was addressed. */
  readonly authorizationId: string;
  readonly payer: Payer | null;
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
  const batch = await getBatchRecord(caller, input);
  const lines = selectLines(batch);
  return apiPage(input, {
    createdAt: sql`l.created_at`,
    id: sql`l.id`,
    columns: sql`l.*`,
    isOldestFirst: true,
    rows: sql`FROM ${lines} l WHERE true`,
    isLookedThrough: false,
    placeOf: (line) => ({
      createdAt: sql`(SELECT l.created_at FROM ${lines} l WHERE l.id = ${line})`,
      id: sql`${line}`,
    }),
    read: ({ found, order }) =>
      query<BatchLine>(
        getPool(),
        sql`SELECT l.id, l.kind, l.transaction_id, l.refund_id, t.authorization_number, t.id AS authorization_id,
            ${payerOf(caller, sql`t`)} AS payer,
            coalesce(l.merchant_reference, t.merchant_reference) AS merchant_reference, t.metadata,
            ${batch.currency}::text AS currency, l.amount_minor, l.fee_minor, l.created_at
          FROM ${found} l JOIN authorizations t ON t.id = l.target_id ORDER BY ${order}`,
      ),
  });
}
