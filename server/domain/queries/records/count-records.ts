import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isBetween } from "@/server/domain/list";
import { isOwn, type PaymentFilter, type RecordsCaller } from "./payment-filter";

/** Counting further takes longer than it is worth. */
const MOST = 2_000_000;

type Counted = Pick<PaymentFilter, "createdFrom" | "createdBefore" | "merchant" | "currency">;

export async function countAuthorizationRecords(caller: RecordsCaller, filter: Counted): Promise<number | null> {
  const { merchant = null, currency = null } = filter;
  const own = { tenantId: sql`a.tenant_id`, environment: sql`a.environment`, merchantId: sql`a.merchant_id` };
  const [row] = await query<{ count: number }>(
    getPool(),
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM authorizations a
      WHERE a.parent_id IS NULL AND ${isOwn(caller, merchant, own)} AND ${isBetween(sql`a.created_at`, filter)}
        AND (${currency}::text IS NULL OR a.currency = ${currency}) LIMIT ${MOST + 1}) counted`,
  );
  return row && row.count <= MOST ? row.count : null;
}

export async function countBatchLines(caller: RecordsCaller, filter: Counted): Promise<number> {
  const { merchant = null, currency = null } = filter;
  const own = { tenantId: sql`b.tenant_id`, environment: sql`b.environment`, merchantId: sql`b.merchant_id` };
  const [row] = await query<{ count: number }>(
    getPool(),
    sql`SELECT coalesce(sum(b.capture_count + b.refund_count), 0)::int AS count FROM settlement_batches b
      WHERE ${isOwn(caller, merchant, own)} AND ${isBetween(sql`b.created_at`, filter)}
        AND (${currency}::text IS NULL OR b.currency = ${currency})`,
  );
  return row?.count ?? 0;
}
