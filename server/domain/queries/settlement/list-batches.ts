import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { byAmount, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";
import type { MerchantId } from "@/server/platform/noun-ids";
import { BATCH_COLUMNS, type BatchRecord, PAYOUT_OF_BATCH } from "../records/list-batch-records";

export interface TenantBatch {
  readonly batch: BatchRecord;
  readonly merchantName: string;
}

type SortName = "merchant" | "net" | "payout";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  merchant: byText(sql`(SELECT m.name FROM merchants m WHERE m.id = b.merchant_id)`),
  net: byAmount(sql`b.captured_minor - b.refunded_minor - b.fee_minor`, sql`b.currency`),
  payout: byAmount(sql`b.payout_minor`, sql`b.currency`),
};

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly merchant: MerchantId | null;
  readonly currency: string | null;
}

export function listBatches(
  { tenantId, environment, now }: StaffCaller,
  input: ListInput,
): Promise<SortedPage<TenantBatch>> {
  const { merchant, currency } = input;
  const where = sql`b.tenant_id = ${tenantId} AND b.environment = ${environment}::environment
    AND ${merchant === null ? sql`true` : sql`b.merchant_id = ${merchant}`}
    AND ${currency === null ? sql`true` : sql`b.currency = ${currency}`}`;
  const select = async (rest: Sql): Promise<TenantBatch[]> => {
    const rows = await query<BatchRecord & { merchantName: string }>(
      getPool(),
      sql`SELECT ${BATCH_COLUMNS}, m.name AS merchant_name FROM settlement_batches b JOIN merchants m ON m.id = b.merchant_id
          ${PAYOUT_OF_BATCH}
        WHERE ${where} AND ${rest}`,
    );
    return rows.map(({ merchantName, ...batch }) => ({ batch, merchantName }));
  };
  return sortedRows(
    { ...input, now },
    {
      rows: sql`FROM settlement_batches b WHERE ${where}`,
      createdAt: sql`b.created_at`,
      id: sql`b.id`,
      keys: SORT_KEYS,
      select,
      placeOf: ({ batch }) => batch,
    },
  );
}
