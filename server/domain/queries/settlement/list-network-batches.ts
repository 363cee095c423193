import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import { byAmount, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";
import type { MerchantId } from "@/server/platform/noun-ids";

export interface NetworkBatch extends SettlementBatchRow {
  readonly merchantName: string;
  readonly tenantSlug: string;
  readonly tenantTitle: string;
}

type SortName = "merchant" | "captured" | "payout";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  merchant: byText(sql`(SELECT m.name FROM merchants m WHERE m.id = b.merchant_id)`),
  captured: byAmount(sql`b.captured_minor`, sql`b.currency`),
  payout: byAmount(sql`b.payout_minor`, sql`b.currency`),
};

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly merchantId: MerchantId | null;
  readonly day: string | null;
  readonly currency: string | null;
}

export function listNetworkBatches(caller: OperatorCaller, input: ListInput): Promise<SortedPage<NetworkBatch>> {
  const { merchantId, day, currency } = input;
  const where = sql`b.environment = ${caller.environment}::environment
    AND (${merchantId}::text IS NULL OR b.merchant_id = ${merchantId})
    AND (${day}::date IS NULL OR b.settled_day = ${day}::date)
    AND (${currency}::text IS NULL OR b.currency = ${currency})`;
  const select = (rest: Sql) =>
    query<NetworkBatch>(
      getPool(),
      sql`SELECT b.*, m.name AS merchant_name, t.slug AS tenant_slug, t.title AS tenant_title
        FROM settlement_batches b JOIN merchants m ON m.id = b.merchant_id JOIN tenants t ON t.id = m.tenant_id
        WHERE ${where} AND ${rest}`,
    );
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`FROM settlement_batches b WHERE ${where}`,
      createdAt: sql`b.created_at`,
      id: sql`b.id`,
      keys: SORT_KEYS,
      select,
      placeOf: (batch) => batch,
    },
  );
}
