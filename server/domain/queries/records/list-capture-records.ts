import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type CaptureRow, transactionNotFound } from "@/server/domain/authorizations";
import { defineList, type List } from "@/server/domain/list";
import { isRecordId } from "@/server/platform/ids";
import {
  everyOf,
  instrumentOf,
  isOwn,
  type Payer,
  type PaymentFilter,
  payerOf,
  paymentCondition,
  type RecordsCaller,
  requireKnown,
  selectPayments,
} from "./payment-filter";

export interface PaymentOfRecord {
  readonly id: string;
  readonly currency: string;
  readonly authorizationNumber: string;
  readonly authorizationId: string;
  readonly merchantId: string;
  readonly payerId: string;
  readonly payer: Payer | null;
  readonly instrument: "card" | "payment_code" | "agreement";
  readonly merchantReference: string | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  /** Null until all its parts have settled. */
  readonly settledAt: Date | null;
  readonly batchId: string | null;
  /** Null if the batch paid nothing out. */
  readonly payoutId: string | null;
}

/** One capture. Its parts share a `transactionId`, which is its id and the first part's record id. */
export interface CaptureRecord extends Omit<CaptureRow, keyof PaymentOfRecord>, PaymentOfRecord {}

interface CaptureFilter extends PaymentFilter {
  readonly status?: "PendingSettlement" | "Captured" | null;
}

export function captureList(caller: RecordsCaller, filter: CaptureFilter): List<CaptureRecord> {
  const { merchant = null, merchantReference: reference = null } = filter;
  const payments = selectPayments(caller, filter);
  const captures =
    payments === null
      ? sql`captures c`
      : sql`${payments} p CROSS JOIN LATERAL (SELECT x.* FROM captures x WHERE x.root_id = p.id OFFSET 0) c`;
  return defineList({
    as: sql`c`,
    own: sql`FROM captures c WHERE c.id = c.transaction_id AND ${isOwn(caller, null, OWN)}`,
    rows: sql`FROM ${captures} WHERE c.id = c.transaction_id AND ${isOwn(caller, merchant, OWN)}`,
    span: filter,
    like: everyOf([
      isSettledAs(filter),
      reference === null ? null : sql`coalesce(c.merchant_reference, t.merchant_reference) = ${reference}`,
      paymentCondition(filter, COLUMNS),
    ]),
    select: (found) => select(caller, found),
    requireKnown: () => requireKnown(caller, filter),
  });
}

/** Condition on all parts of a capture or refund; null for either. */
export function isSettledAs({ status = null }: { readonly status?: string | null }): Sql | null {
  return status === null ? null : sql`(parts.settled_at IS NOT NULL) = ${status !== "PendingSettlement"}::boolean`;
}

const OWN = { tenantId: sql`c.tenant_id`, environment: sql`c.environment`, merchantId: sql`c.merchant_id` };
const COLUMNS = { authorization: sql`t`, currency: sql`c.currency`, amountMinor: sql`parts.amount_minor` };

/** Throws `transaction_not_found`. */
export async function getCaptureRecord(caller: RecordsCaller, { id }: { readonly id: string }): Promise<CaptureRecord> {
  const own = sql`(SELECT c.* FROM captures c WHERE c.id = ${id} AND c.transaction_id = ${id} AND ${isOwn(caller, null, OWN)})`;
  const [record] = isRecordId(id) ? await query<CaptureRecord>(getPool(), select(caller, own)) : [];
  if (!record) throw transactionNotFound();
  return record;
}

const select = (caller: RecordsCaller, captures: Sql) => sql`SELECT c.*, parts.amount_minor, parts.refunded_minor,
    t.authorization_number, t.id AS authorization_id,
    coalesce(t.card_id, t.payment_code_id, t.agreement_id) AS payer_id, ${payerOf(caller, sql`t`)} AS payer,
    ${instrumentOf(sql`t`)} AS instrument, coalesce(c.merchant_reference, t.merchant_reference) AS merchant_reference,
    t.metadata, parts.settled_at, b.id AS batch_id, b.payout_posting_id AS payout_id
  FROM ${captures} c JOIN authorizations t ON t.id = c.target_id
    CROSS JOIN LATERAL (
      SELECT sum(p.amount_minor)::bigint AS amount_minor, sum(p.refunded_minor)::bigint AS refunded_minor,
        CASE WHEN bool_and(p.settled_at IS NOT NULL) THEN max(p.settled_at) END AS settled_at
      FROM captures p WHERE p.root_id = c.root_id AND p.transaction_id = c.id
    ) parts
    LEFT JOIN settlement_batches b ON b.id = c.batch_id AND parts.settled_at IS NOT NULL`;
