import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { defineList, type List, type Span } from "@/server/domain/list";
import type { PayoutState } from "@/server/domain/payouts";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import { byAmount, byText } from "@/server/domain/sort-keys";
import { isRecordId } from "@/server/platform/ids";
import { isOwn, type RecordsCaller, requireKnown } from "./payment-filter";

interface BatchFilter extends Span {
  readonly merchant?: string | null;
  readonly currency?: string | null;
  readonly day?: string | null;
}

interface PayoutFilter extends BatchFilter {
  readonly status?: PayoutState | null;
}

/** A batch, and how far its payout has come; null where nothing is paid out. */
export interface BatchRecord extends SettlementBatchRow, Progress {
  readonly state: PayoutState | null;
  readonly endToEndId: string | null;
  readonly repaidBatchId: string | null;
  readonly merchantName: string;
  readonly tenantTitle: string;
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
const select = (
  batches: Sql,
) => sql`SELECT b.*, ${PROGRESS}, o.repaid_batch_id, m.name AS merchant_name, t.title AS tenant_title
  FROM ${batches} b JOIN merchants m ON m.id = b.merchant_id JOIN tenants t ON t.id = b.tenant_id LEFT JOIN payouts o ON o.batch_id = b.id`;

const OWN = { tenantId: sql`b.tenant_id`, environment: sql`b.environment`, merchantId: sql`b.merchant_id` };

type SortName = "merchant" | "captured" | "net" | "payout";

export function batchList(caller: RecordsCaller | OperatorCaller, filter: BatchFilter): List<BatchRecord, SortName> {
  return listOf(caller, filter, { named: sql`b.id`, isListed: sql`true` });
}

export function payoutList(caller: RecordsCaller, filter: PayoutFilter): List<BatchRecord> {
  return listOf(caller, filter, { named: sql`b.payout_posting_id`, isListed: sql`b.payout_posting_id IS NOT NULL` });
}

function listOf(
  caller: RecordsCaller | OperatorCaller,
  { merchant = null, currency = null, day = null, status = null, ...span }: PayoutFilter,
  { named, isListed }: { readonly named: Sql; readonly isListed: Sql },
): List<BatchRecord, SortName> {
  const isMine = (asked: string | null) =>
    caller.kind === "operator"
      ? sql`b.environment = ${caller.environment}::environment AND (${asked}::text IS NULL OR b.merchant_id = ${asked})`
      : isOwn(caller, asked, OWN);
  return defineList({
    as: sql`b`,
    own: sql`FROM settlement_batches b WHERE ${isMine(null)}`,
    rows: sql`FROM settlement_batches b WHERE ${isMine(merchant)} AND ${isListed}
      AND (${currency}::text IS NULL OR b.currency = ${currency})
      AND (${day}::date IS NULL OR b.settled_day = ${day}::date)`,
    named,
    span,
    like: status && sql`o.state::text = ${status}`,
    select,
    keys: {
      merchant: byText(sql`(SELECT m.name FROM merchants m WHERE m.id = b.merchant_id)`),
      captured: byAmount(sql`b.captured_minor`, sql`b.currency`),
      net: byAmount(sql`b.captured_minor - b.refunded_minor - b.fee_minor`, sql`b.currency`),
      payout: byAmount(sql`b.payout_minor`, sql`b.currency`),
    },
    requireKnown: async () => (caller.kind === "operator" ? undefined : requireKnown(caller, { merchant })),
  });
}

/** Throws `settlement_batch_not_found`. */
export async function getBatchRecord(caller: RecordsCaller, { id }: { readonly id: string }): Promise<BatchRecord> {
  const batch = await findBatch(caller, sql`b.id`, id);
  if (!batch) throw new DomainError("settlement_batch_not_found", "No such settlement batch.");
  return batch;
}

/** The batch of a payout. Throws `payout_not_found`. */
export async function getPayoutRecord(caller: RecordsCaller, { id }: { readonly id: string }): Promise<BatchRecord> {
  const batch = await findBatch(caller, sql`b.payout_posting_id`, id);
  if (!batch) throw new DomainError("payout_not_found", "No such payout.");
  return batch;
}

async function findBatch(caller: RecordsCaller, named: Sql, id: string): Promise<BatchRecord | null> {
  if (!isRecordId(id)) return null;
  const [batch = null] = await query<BatchRecord>(
    getPool(),
    sql`${select(sql`settlement_batches`)} WHERE ${named} = ${id} AND ${isOwn(caller, null, OWN)}`,
  );
  return batch;
}
