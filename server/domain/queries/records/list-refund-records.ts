import type { ReversalReason } from "@/server/contracts/rest/authorization-schemas";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { DomainError } from "@/server/domain/errors";
import { defineList, type List } from "@/server/domain/list";
import { isRecordId } from "@/server/platform/ids";
import { isSettledAs, type PaymentOfRecord } from "./list-capture-records";
import {
  everyOf,
  instrumentOf,
  isOwn,
  merchantOf,
  type PaymentFilter,
  payerOf,
  paymentCondition,
  type RecordsCaller,
  requireKnown,
  selectMerchantId,
  selectPayments,
} from "./payment-filter";

export interface RefundRecord extends PaymentOfRecord {
  readonly amountMinor: bigint;
  readonly reasonCode: ReversalReason;
  readonly parts: readonly { readonly transactionId: string; readonly amountMinor: bigint }[];
}

interface RefundFilter extends PaymentFilter {
  readonly status?: "PendingSettlement" | "Refunded" | null;
}

export function refundList(caller: RecordsCaller, filter: RefundFilter): List<RefundRecord> {
  const { merchantReference: reference = null } = filter;
  const told = sql`coalesce(v.merchant_reference, parts.merchant_reference, t.merchant_reference)`;
  return defineList({
    as: sql`f`,
    own: ownRefunds(caller),
    rows: sql`FROM ${refundsOf(caller, filter)}`,
    columns: sql`v.id, v.created_at`,
    createdAt: sql`v.created_at`,
    id: sql`v.id`,
    span: filter,
    like: everyOf([
      isSettledAs(filter),
      reference === null ? null : sql`${told} = ${reference}`,
      paymentCondition(filter, COLUMNS),
    ]),
    select: (found) => select(caller, found),
    toItems,
    requireKnown: () => requireKnown(caller, filter),
  });
}

const COLUMNS = { authorization: sql`t`, currency: sql`v.currency`, amountMinor: sql`v.refunded_minor` };

/** Throws `refund_not_found`. */
export async function getRefundRecord(caller: RecordsCaller, { id }: { readonly id: string }): Promise<RefundRecord> {
  const own = sql`(SELECT v.id, v.created_at ${ownRefunds(caller)} AND v.id = ${id})`;
  const [record] = isRecordId(id) ? toItems(await query<Selected>(getPool(), select(caller, own))) : [];
  if (!record) throw new DomainError("refund_not_found", "No such refund.");
  return record;
}

function ownRefunds(caller: RecordsCaller): Sql {
  const own = { tenantId: sql`v.tenant_id`, environment: sql`v.environment`, merchantId: sql`o.merchant_id` };
  return sql`FROM reversals v JOIN authorizations o ON o.id = v.authorization_id
    WHERE v.refunded_minor > 0 AND ${isOwn(caller, null, own)}`;
}

/** FROM and WHERE: `reversals v` that returned captured money, of all the caller's merchants or of one. */
function refundsOf(caller: RecordsCaller, filter: RefundFilter): Sql {
  const { merchant = null } = filter;
  const payments = selectPayments(caller, filter);
  if (payments !== null) {
    const own = { tenantId: sql`v.tenant_id`, environment: sql`v.environment`, merchantId: sql`p.merchant_id` };
    return sql`${payments} p CROSS JOIN LATERAL (
        SELECT x.* FROM reversals x WHERE x.root_id = p.id AND x.refunded_minor > 0 OFFSET 0
      ) v WHERE ${isOwn(caller, merchant, own)}`;
  }
  const asked = merchantOf(caller, merchant);
  if (asked === null) {
    return sql`reversals v WHERE v.tenant_id = ${caller.tenantId} AND v.environment = ${caller.environment}::environment
      AND v.refunded_minor > 0`;
  }
  // A reversal doesn't name its merchant; its refunds do, and their index has the right order.
  return sql`(SELECT DISTINCT r.created_at, r.reversal_id AS id FROM refunds r
    WHERE r.merchant_id = ${selectMerchantId(caller, asked)}) v WHERE true`;
}

type Selected = Omit<RefundRecord, "parts"> & {
  readonly parts: readonly { readonly transactionId: string; readonly amountMinor: string }[];
};

const select = (
  caller: RecordsCaller,
  refunds: Sql,
) => sql`SELECT v.id, v.refunded_minor AS amount_minor, v.reason_code,
    parts.parts, v.currency, t.authorization_number, t.id AS authorization_id, t.merchant_id,
    coalesce(t.card_id, t.payment_code_id, t.agreement_id) AS payer_id, ${payerOf(caller, sql`t`)} AS payer,
    ${instrumentOf(sql`t`)} AS instrument,
    coalesce(v.merchant_reference, parts.merchant_reference, t.merchant_reference) AS merchant_reference, t.metadata,
    f.created_at, parts.settled_at, b.id AS batch_id, b.payout_posting_id AS payout_id
  FROM ${refunds} f JOIN reversals v ON v.id = f.id JOIN authorizations t ON t.id = v.authorization_id
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('transactionId', p.transaction_id, 'amountMinor', p.amount_minor::text)
          ORDER BY p.family_sequence, p.transaction_id) AS parts,
        CASE WHEN bool_and(p.settled_at IS NOT NULL) THEN max(p.settled_at) END AS settled_at,
        CASE WHEN count(DISTINCT p.batch_id) = 1 THEN max(p.batch_id) END AS batch_id,
        CASE WHEN count(*) = 1 THEN max(p.merchant_reference) END AS merchant_reference
      FROM (
        SELECT c.transaction_id, min(c.family_sequence) AS family_sequence, sum(r.amount_minor)::bigint AS amount_minor,
          CASE WHEN bool_and(r.settled_at IS NOT NULL) THEN max(r.settled_at) END AS settled_at,
          max(r.batch_id) AS batch_id, max(c.merchant_reference) AS merchant_reference
        FROM captures c JOIN refunds r ON r.capture_id = c.id
        WHERE c.root_id = v.root_id AND r.reversal_id = v.id GROUP BY c.transaction_id
      ) p
    ) parts
    LEFT JOIN settlement_batches b ON b.id = parts.batch_id AND parts.settled_at IS NOT NULL`;

const toItems = (rows: readonly Selected[]): RefundRecord[] =>
  rows.map(({ parts, ...row }) => ({
    ...row,
    parts: parts.map(({ transactionId, amountMinor }) => ({ transactionId, amountMinor: BigInt(amountMinor) })),
  }));
