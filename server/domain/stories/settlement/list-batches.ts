import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { olderThan, type Page, type PageInput, toPage } from "@/server/domain/page";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import type { MerchantId } from "@/server/platform/noun-ids";

export interface TenantBatch {
  readonly batch: SettlementBatchRow;
  readonly merchantName: string;
}

/** The tenant's batches, or those of one of its merchants, newest first. */
export async function listBatches(
  { tenantId, environment }: StaffCaller,
  input: PageInput & { readonly merchant: MerchantId | null },
): Promise<Page<TenantBatch>> {
  const { merchant, limit, cursor } = input;
  const ofMerchant = merchant === null ? sql`true` : sql`b.merchant_id = ${merchant}`;
  const rows = await query<SettlementBatchRow & { merchantName: string }>(
    getPool(),
    sql`SELECT b.*, m.name AS merchant_name FROM settlement_batches b JOIN merchants m ON m.id = b.merchant_id
      WHERE b.tenant_id = ${tenantId} AND b.environment = ${environment}::environment AND ${ofMerchant}
        AND ${olderThan(cursor, sql`b.created_at`, sql`b.id`)}
      ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit + 1}`,
  );
  const items = rows.map(({ merchantName, ...batch }) => ({ batch, merchantName }));
  return toPage(items, limit, ({ batch }) => batch);
}
