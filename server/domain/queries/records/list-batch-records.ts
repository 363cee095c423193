import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import { DomainError } from "@/server/domain/errors";
import type { PayoutState } from "@/server/domain/payouts";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import { isRecordId } from "@/server/platform/ids";
import { isOwn, type PaymentFilter, type RecordsCaller, requireKnown } from "./payment-filter";

export interface BatchFilter
  extends ApiPosition,
    Pick<PaymentFilter, "createdFrom" | "createdBefore" | "merchant" | "currency"> {}

export interface PayoutFilter extends BatchFilter {
  readonly status: PayoutState | null;
}

/** A batch, and how far its payout has come; null where nothing is paid out. */
export interface BatchRecord extends SettlementBatchRow, Progress {
  readonly state: PayoutState | null;
  readonly endToEndId: string | null;
  readonly repaidBatchId: string | null;
}

export interface Progress {
  readonly last4: string | null;
  readonly exportedAt: Date | null;
  readonly sentAt: Date | null;
  readonly paidAt: Date | null;
  readonly returnedAt: Date | null;
  readonly returnReason: string | null;
}

export const PROGRESS = sql`o.last4, o.exported_at, o.sent_at, o.paid_at, o.returned_at, o.return_reason, o.state, o.end_to_end_id`;
/** Of batch `b` with payout `o`, of which there is one for each batch that pays something. */
export const BATCH_COLUMNS = sql`b.*, ${PROGRESS}, o.repaid_batch_id`;
export const PAYOUT_OF_BATCH = sql`LEFT JOIN payouts o ON o.batch_id = b.id`;

const OWN = { tenantId: sql`b.tenant_id`, environment: sql`b.environment`, merchantId: sql`b.merchant_id` };

/** A walk by pages meets each once. Throws `invalid_reference` for a foreign cursor or merchant, `validation_error`. */
export function listBatchRecords(caller: RecordsCaller, filter: BatchFilter): Promise<ApiPage<BatchRecord>> {
  return listBatches(caller, { ...filter, status: null }, { named: sql`b.id`, isListed: sql`true` });
}

export function listPayoutRecords(caller: RecordsCaller, filter: PayoutFilter): Promise<ApiPage<BatchRecord>> {
  return listBatches(caller, filter, {
    named: sql`b.payout_posting_id`,
    isListed: sql`b.payout_posting_id IS NOT NULL`,
  });
}

async function listBatches(
  caller: RecordsCaller,
  filter: PayoutFilter,
  { named, isListed }: { readonly named: Sql; readonly isListed: Sql },
): Promise<ApiPage<BatchRecord>> {
  const { merchant, currency, status } = filter;
  const page = await apiPage(filter, {
    createdAt: sql`b.created_at`,
    id: sql`b.id`,
    columns: sql`b.*`,
    rows: sql`FROM settlement_batches b WHERE ${isOwn(caller, merchant, OWN)} AND ${isListed}
      AND (${currency}::text IS NULL OR b.currency = ${currency})`,
    span: filter,
    isLookedThrough: status !== null,
    placeOf: (id) => {
      const own = sql`FROM settlement_batches b WHERE ${named} = ${id} AND ${isOwn(caller, null, OWN)}`;
      return { createdAt: sql`(SELECT b.created_at ${own})`, id: sql`(SELECT b.id ${own})` };
    },
    read: ({ found, order, limit }) =>
      query<BatchRecord>(
        getPool(),
        sql`SELECT e.* FROM (SELECT ${BATCH_COLUMNS} FROM ${found} b ${PAYOUT_OF_BATCH}
          WHERE ${status}::text IS NULL OR o.state::text = ${status}) e ORDER BY ${order} LIMIT ${limit}`,
      ),
  });
  if (page.items.length === 0) await requireKnown(caller, filter);
  return page;
}

/** Throws `settlement_batch_not_found`. */
export async function getBatchRecord(
  caller: RecordsCaller,
  { batchId }: { readonly batchId: string },
): Promise<BatchRecord> {
  const batch = await findBatch(caller, sql`b.id`, batchId);
  if (!batch) throw new DomainError("settlement_batch_not_found", "No such settlement batch.");
  return batch;
}

/** The batch of a payout. Throws `payout_not_found`. */
export async function getPayoutRecord(
  caller: RecordsCaller,
  { payoutId }: { readonly payoutId: string },
): Promise<BatchRecord> {
  const batch = await findBatch(caller, sql`b.payout_posting_id`, payoutId);
  if (!batch) throw new DomainError("payout_not_found", "No such payout.");
  return batch;
}

async function findBatch(caller: RecordsCaller, named: Sql, id: string): Promise<BatchRecord | null> {
  if (!isRecordId(id)) return null;
  const [batch = null] = await query<BatchRecord>(
    getPool(),
    sql`SELECT ${BATCH_COLUMNS} FROM settlement_batches b ${PAYOUT_OF_BATCH} WHERE ${named} = ${id} AND ${isOwn(caller, null, OWN)}`,
  );
  return batch;
}
