import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

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
  batchId: string,
  page: { readonly limit: number; readonly after: Pick<StatementLine, "createdAt" | "id"> | null },
): Promise<StatementLine[]> {
  const { limit, after } = page;
  const further = after ? sql`WHERE (created_at, id) > (${after.createdAt}, ${after.id})` : sql``;
  return query<StatementLine>(
    getPool(),
    sql`SELECT l.*, coalesce(l.capture_reference, a.merchant_reference) AS merchant_reference, a.authorization_number
      FROM (
        SELECT * FROM (
          SELECT id, 'capture' AS kind, transaction_id, NULL AS refund_id, root_id, target_id, merchant_reference AS capture_reference,
            amount_minor, fee_minor, created_at
          FROM captures WHERE batch_id = ${batchId}
          UNION ALL
          SELECT r.id, 'refund', c.transaction_id, r.reversal_id, c.root_id, c.target_id, c.merchant_reference, -r.amount_minor,
            -r.fee_minor, r.created_at
          FROM refunds r JOIN captures c ON c.id = r.capture_id WHERE r.batch_id = ${batchId}
        ) lines ${further} ORDER BY created_at, id LIMIT ${limit}
      ) l JOIN authorizations a ON a.id = l.target_id
      ORDER BY l.created_at, l.id`,
  );
}
