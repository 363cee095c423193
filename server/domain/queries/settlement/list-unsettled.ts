import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { IS_UNPAID } from "@/server/domain/payouts";
import type { MerchantId } from "@/server/platform/noun-ids";

/** One merchant's unsettled money in one currency, and its debt from earlier batches. Minor units. */
export interface UnsettledMoney {
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly tenantTitle: string;
  readonly currency: string;
  readonly lineCount: number;
  readonly pendingMinor: bigint;
  /** What the next batch starts with: below zero a debt, above it payouts that came back. */
  readonly carriedMinor: bigint;
  readonly oldestAt: Date | null;
  /** The merchant or its tenant is suspended, so it isn't settled. */
  readonly isWithheld: boolean;
}

const MAX_ROWS = 200;

/** Merchants with unsettled lines, a debt, or returned payouts, longest waiting first, at most 200. */
export async function listUnsettled(caller: OperatorCaller): Promise<UnsettledMoney[]> {
  return query<UnsettledMoney>(
    getPool(),
    sql`WITH lines AS (
        SELECT merchant_id, currency, count(DISTINCT line)::int AS line_count, sum(amount_minor)::bigint AS pending_minor,
          min(created_at) AS oldest_at
        FROM (
          SELECT merchant_id, currency, transaction_id AS line, amount_minor, created_at FROM captures WHERE batch_id IS NULL
          UNION ALL SELECT merchant_id, currency, reversal_id, -amount_minor, created_at FROM refunds WHERE batch_id IS NULL
          UNION ALL SELECT c.merchant_id, c.currency, c.transaction_id, c.amount_minor, c.created_at
            FROM open_batches o JOIN captures c ON c.batch_id = o.id
          UNION ALL SELECT r.merchant_id, r.currency, r.reversal_id, -r.amount_minor, r.created_at
            FROM open_batches o JOIN refunds r ON r.batch_id = o.id
        ) unsettled GROUP BY merchant_id, currency
      ), debts AS (
        SELECT merchant_id, currency, sum(carried_minor)::bigint AS carried_minor FROM (
          SELECT b.merchant_id, b.currency, b.carried_out_minor AS carried_minor FROM settlement_batches b
          WHERE b.carried_out_minor < 0
            AND NOT EXISTS (SELECT 1 FROM settlement_batches n WHERE n.previous_batch_id = b.id)
          UNION ALL SELECT o.merchant_id, o.currency, o.amount_minor FROM payouts o WHERE ${IS_UNPAID}
        ) carried GROUP BY merchant_id, currency
      )
      SELECT m.id AS merchant_id, m.name AS merchant_name, t.title AS tenant_title, currency,
        coalesce(lines.line_count, 0) AS line_count, coalesce(lines.pending_minor, 0)::bigint AS pending_minor,
        coalesce(debts.carried_minor, 0)::bigint AS carried_minor, lines.oldest_at,
        (m.status <> 'active' OR t.status <> 'active') AS is_withheld
      FROM lines FULL JOIN debts USING (merchant_id, currency)
      JOIN merchants m ON m.id = merchant_id JOIN tenants t ON t.id = m.tenant_id
      WHERE m.environment = ${caller.environment}::environment
      ORDER BY lines.oldest_at NULLS LAST, m.id, currency LIMIT ${MAX_ROWS}`,
  );
}
