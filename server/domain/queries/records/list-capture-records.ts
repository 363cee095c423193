import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, apiPage } from "@/server/domain/api-page";
import { transactionNotFound } from "@/server/domain/authorizations";
import { isRecordId } from "@/server/platform/ids";
import {
  instrumentOf,
  isLike,
  isLookedFor,
  isOwn,
  type Payer,
  type PaymentFilter,
  payerOf,
  type RecordsCaller,
  requireKnown,
  selectPayments,
} from "./payment-filter";

export interface PaymentOfRecord {
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

/** One capture. Its parts share a `transactionId`, the first part's record id. */
export interface CaptureRecord extends PaymentOfRecord {
  readonly transactionId: string;
  readonly amountMinor: bigint;
  readonly refundedMinor: bigint;
}

export interface CaptureFilter extends PaymentFilter {
  readonly isSettled: boolean | null;
}

/**
 * A walk by pages meets each once. Throws `invalid_reference` for a foreign cursor, merchant, or member, `validation_error`.
 */
export async function listCaptureRecords(
  caller: RecordsCaller,
  filter: CaptureFilter,
): Promise<ApiPage<CaptureRecord>> {
  const { isSettled, merchant, merchantReference: reference } = filter;
  const payments = selectPayments(caller, filter);
  const captures =
    payments === null
      ? sql`captures c`
      : sql`${payments} p CROSS JOIN LATERAL (SELECT x.* FROM captures x WHERE x.root_id = p.id OFFSET 0) c`;
  const page = await apiPage(filter, {
    createdAt: sql`c.created_at`,
    id: sql`c.id`,
    columns: sql`c.id, c.created_at`,
    rows: sql`FROM ${captures} WHERE c.id = c.transaction_id AND ${isOwn(caller, merchant, OWN)}`,
    span: filter,
    isLookedThrough: isSettled !== null || reference !== null || isLookedFor(filter),
    placeOf: (id) => ({
      createdAt: sql`(SELECT c.created_at FROM captures c
        WHERE c.id = ${id} AND c.transaction_id = ${id} AND ${isOwn(caller, null, OWN)})`,
      id: sql`${id}`,
    }),
    read: ({ found, order, limit }) =>
      select(
        caller,
        found,
        sql`(${isSettled}::boolean IS NULL OR (parts.settled_at IS NOT NULL) = ${isSettled})
          AND (${reference}::text IS NULL OR coalesce(c.merchant_reference, t.merchant_reference) = ${reference})
          AND ${isLookedFor(filter) ? isLike(filter, COLUMNS) : sql`true`} ORDER BY ${order} LIMIT ${limit}`,
      ),
  });
  if (page.items.length === 0) await requireKnown(caller, filter);
  return page;
}

const OWN = { tenantId: sql`c.tenant_id`, environment: sql`c.environment`, merchantId: sql`c.merchant_id` };
const COLUMNS = { authorization: sql`t`, currency: sql`c.currency`, amountMinor: sql`parts.amount_minor` };

/** Throws `transaction_not_found`. */
export async function getCaptureRecord(
  caller: RecordsCaller,
  { transactionId }: { readonly transactionId: string },
): Promise<CaptureRecord> {
  const own = sql`(SELECT c.id, c.created_at FROM captures c
    WHERE c.id = ${transactionId} AND c.transaction_id = ${transactionId} AND ${isOwn(caller, null, OWN)})`;
  const [record] = isRecordId(transactionId) ? await select(caller, own, sql`true`) : [];
  if (!record) throw transactionNotFound();
  return record;
}

function select(caller: RecordsCaller, found: Sql, rest: Sql): Promise<CaptureRecord[]> {
  return query<CaptureRecord>(
    getPool(),
    sql`SELECT c.id AS transaction_id, parts.amount_minor, parts.refunded_minor, c.currency, t.authorization_number,
        t.id AS authorization_id, c.merchant_id, coalesce(t.card_id, t.payment_code_id, t.agreement_id) AS payer_id, ${payerOf(caller, sql`t`)} AS payer,
        ${instrumentOf(sql`t`)} AS instrument, coalesce(c.merchant_reference, t.merchant_reference) AS merchant_reference,
        t.metadata, f.created_at, parts.settled_at, b.id AS batch_id, b.payout_posting_id AS payout_id, f.id
      FROM ${found} f JOIN captures c ON c.id = f.id JOIN authorizations t ON t.id = c.target_id
        CROSS JOIN LATERAL (
          SELECT sum(p.amount_minor)::bigint AS amount_minor, sum(p.refunded_minor)::bigint AS refunded_minor,
            CASE WHEN bool_and(p.settled_at IS NOT NULL) THEN max(p.settled_at) END AS settled_at
          FROM captures p WHERE p.root_id = c.root_id AND p.transaction_id = c.id
        ) parts
        LEFT JOIN settlement_batches b ON b.id = c.batch_id AND parts.settled_at IS NOT NULL
      WHERE ${rest}`,
  );
}
