import { sql } from "@/server/db/sql";
import { defineList, type List } from "@/server/domain/list";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import { selectLines } from "../settlement/select-lines";
import { type Payer, payerOf, type RecordsCaller } from "./payment-filter";

export interface BatchLine {
  readonly id: string;
  readonly kind: "capture" | "refund";
  /** Of a refund of several captures: the first. */
  readonly transactionId: string;
  readonly refundId: string | null;
  readonly rootId: string;
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

/** The captures and refunds of one of the caller's batches, oldest first. */
export function batchLineList(caller: Pick<RecordsCaller, "kind">, batch: SettlementBatchRow): List<BatchLine> {
  return defineList({
    as: sql`l`,
    own: sql`FROM ${selectLines(batch)} l WHERE true`,
    isOldestFirst: true,
    select: (found) => sql`SELECT l.id, l.kind, l.transaction_id, l.refund_id, l.root_id, t.authorization_number,
        t.id AS authorization_id, ${payerOf(caller, sql`t`)} AS payer,
        coalesce(l.merchant_reference, t.merchant_reference) AS merchant_reference, t.metadata,
        ${batch.currency}::text AS currency, l.amount_minor, l.fee_minor, l.created_at
      FROM ${found} l JOIN authorizations t ON t.id = l.target_id`,
  });
}
