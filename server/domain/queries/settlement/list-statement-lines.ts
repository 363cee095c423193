import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type BatchName, selectLines } from "./select-lines";

export interface StatementLine {
  readonly id: string;
  readonly kind: "capture" | "refund";
  readonly transactionId: string;
  readonly refundId: string | null;
  readonly rootId: string;
  readonly authorizationNumber: string;
  readonly merchantReference: string | null;
  /** Negative for a refund. */
  readonly amountMinor: bigint;
  /** Negative if a refund returned it. */
  readonly feeMinor: bigint;
  readonly createdAt: Date;
}

/** In order of time; `after` is the last line of the previous page. */
export async function listStatementLines(
  batch: BatchName,
  page: { readonly limit: number; readonly after: Pick<StatementLine, "createdAt" | "id"> | null },
): Promise<StatementLine[]> {
  const { limit, after } = page;
  const further = after ? sql`WHERE (created_at, id) > (${after.createdAt}, ${after.id})` : sql``;
  return query<StatementLine>(
    getPool(),
    sql`SELECT l.id, l.kind, l.transaction_id, l.refund_id, l.root_id, l.amount_minor, l.fee_minor, l.created_at,
        coalesce(l.merchant_reference, a.merchant_reference) AS merchant_reference, a.authorization_number
      FROM (SELECT * FROM ${selectLines(batch)} lines ${further} ORDER BY created_at, id LIMIT ${limit}) l
        JOIN authorizations a ON a.id = l.target_id
      ORDER BY l.created_at, l.id`,
  );
}
