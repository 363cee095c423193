import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import type { MerchantId } from "@/server/platform/noun-ids";

/** One merchant's money in one currency, in minor units. */
export interface MerchantMoney {
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly currency: string;
  /** Captured less refunded, in no closed batch yet. */
  readonly pendingMinor: bigint;
  /** Captured less refunds and fees, in closed batches. */
  readonly settledMinor: bigint;
  /** Less what came back. */
  readonly paidOutMinor: bigint;
  /** What the next batch starts with: below zero a debt, above it payouts that came back. Settled = paid out + carried over. */
  readonly carriedOverMinor: bigint;
}

const MAX_ROWS = 1_000;

/** At most 1,000 rows, by merchant and currency. */
export async function listMerchantMoney(
  caller: Pick<TenantCaller, "tenantId" | "environment">,
  merchantId: MerchantId | null,
): Promise<MerchantMoney[]> {
  const { tenantId, environment } = caller;
  return query<MerchantMoney>(
    getPool(),
    sql`WITH mine AS (
        SELECT m.id, m.name, a.currency, (SELECT coalesce(sum(o.amount_minor), 0) FROM payouts o
          WHERE o.merchant_id = m.id AND o.currency = a.currency AND o.return_posting_id IS NOT NULL) AS returned_minor
        FROM merchants m JOIN accounts a ON a.merchant_id = m.id
        WHERE m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
          AND (${merchantId}::text IS NULL OR m.id = ${merchantId})
        ORDER BY m.id, a.currency LIMIT ${MAX_ROWS}
      )
      SELECT mine.id AS merchant_id, mine.name AS merchant_name, mine.currency,
        ((SELECT coalesce(sum(amount_minor), 0) FROM captures
          WHERE merchant_id = mine.id AND currency = mine.currency AND batch_id IS NULL)
        + (SELECT coalesce(sum(c.amount_minor), 0) FROM open_batches o JOIN captures c ON c.batch_id = o.id
          WHERE o.merchant_id = mine.id AND o.currency = mine.currency)
        - (SELECT coalesce(sum(amount_minor), 0) FROM refunds
          WHERE merchant_id = mine.id AND currency = mine.currency AND batch_id IS NULL)
        - (SELECT coalesce(sum(r.amount_minor), 0) FROM open_batches o JOIN refunds r ON r.batch_id = o.id
          WHERE o.merchant_id = mine.id AND o.currency = mine.currency))::bigint AS pending_minor,
        coalesce(sum(b.captured_minor - b.refunded_minor - b.fee_minor), 0)::bigint AS settled_minor,
        (coalesce(sum(b.payout_minor), 0) - mine.returned_minor)::bigint AS paid_out_minor,
        (coalesce(sum(b.carried_out_minor - b.carried_in_minor), 0) + mine.returned_minor)::bigint AS carried_over_minor
      FROM mine LEFT JOIN settlement_batches b ON b.merchant_id = mine.id AND b.currency = mine.currency
      GROUP BY mine.id, mine.name, mine.currency, mine.returned_minor ORDER BY mine.id, mine.currency`,
  );
}
