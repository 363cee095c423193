import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import { DomainError } from "@/server/domain/errors";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import { isRecordId } from "@/server/platform/ids";
import { isOwn, type PaymentFilter, type RecordsCaller, requireKnown } from "./payment-filter";

export interface BatchFilter
  extends ApiPosition,
    Pick<PaymentFilter, "createdFrom" | "createdBefore" | "merchant" | "currency"> {}

const OWN = { tenantId: sql`b.tenant_id`, environment: sql`b.environment`, merchantId: sql`b.merchant_id` };

/** A walk by pages meets each once. Throws `invalid_reference` for a foreign cursor or merchant, `validation_error`. */
export function listBatchRecords(caller: RecordsCaller, filter: BatchFilter): Promise<ApiPage<SettlementBatchRow>> {
  return listBatches(caller, filter, { named: sql`b.id`, isListed: sql`true` });
}

export function listPayoutRecords(caller: RecordsCaller, filter: BatchFilter): Promise<ApiPage<SettlementBatchRow>> {
  return listBatches(caller, filter, {
    named: sql`b.payout_posting_id`,
    isListed: sql`b.payout_posting_id IS NOT NULL`,
  });
}

async function listBatches(
  caller: RecordsCaller,
  filter: BatchFilter,
  { named, isListed }: { readonly named: Sql; readonly isListed: Sql },
): Promise<ApiPage<SettlementBatchRow>> {
  const { merchant, currency } = filter;
  const page = await apiPage(filter, {
    createdAt: sql`b.created_at`,
    id: sql`b.id`,
    columns: sql`b.*`,
    rows: sql`FROM settlement_batches b WHERE ${isOwn(caller, merchant, OWN)} AND ${isListed}
      AND (${currency}::text IS NULL OR b.currency = ${currency})`,
    span: filter,
    isLookedThrough: false,
    placeOf: (id) => {
      const own = sql`FROM settlement_batches b WHERE ${named} = ${id} AND ${isOwn(caller, null, OWN)}`;
      return { createdAt: sql`(SELECT b.created_at ${own})`, id: sql`(SELECT b.id ${own})` };
    },
    read: ({ found, order }) => query<SettlementBatchRow>(getPool(), sql`SELECT * FROM ${found} b ORDER BY ${order}`),
  });
  if (page.items.length === 0) await requireKnown(caller, filter);
  return page;
}

/** Throws `settlement_batch_not_found`. */
export async function getBatchRecord(
  caller: RecordsCaller,
  { batchId }: { readonly batchId: string },
): Promise<SettlementBatchRow> {
  const batch = await findBatch(caller, sql`b.id`, batchId);
  if (!batch) throw new DomainError("settlement_batch_not_found", "No such settlement batch.");
  return batch;
}

/** The batch of a payout. Throws `payout_not_found`. */
export async function getPayoutRecord(
  caller: RecordsCaller,
  { payoutId }: { readonly payoutId: string },
): Promise<SettlementBatchRow> {
  const batch = await findBatch(caller, sql`b.payout_posting_id`, payoutId);
  if (!batch) throw new DomainError("payout_not_found", "No such payout.");
  return batch;
}

async function findBatch(caller: RecordsCaller, named: Sql, id: string): Promise<SettlementBatchRow | null> {
  if (!isRecordId(id)) return null;
  const [batch = null] = await query<SettlementBatchRow>(
    getPool(),
    sql`SELECT b.* FROM settlement_batches b WHERE ${named} = ${id} AND ${isOwn(caller, null, OWN)}`,
  );
  return batch;
}
