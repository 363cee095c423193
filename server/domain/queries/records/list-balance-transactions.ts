import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { EVER, type List, type Page, type Position, pageOf, type Span } from "@/server/domain/list";
import { merchantOf, type RecordsCaller, requireKnown, selectMerchantId } from "./payment-filter";

export interface BalanceTransaction {
  /** Id of the capture's transaction, of the reversal, or of the posting of a payout, its return, or a fee. */
  readonly id: string;
  readonly kind: "capture" | "refund" | "payout" | "payout_return" | "fee";
  /** Negative if it leaves the balance. */
  readonly amountMinor: bigint;
  readonly balanceMinor: bigint;
  readonly batchId: string | null;
  /** Of a return: the payout that came back. */
  readonly payoutId: string | null;
  readonly authorizationId: string | null;
  readonly authorizationNumber: string | null;
  readonly merchantReference: string | null;
  readonly createdAt: Date;
}

export interface BalanceTransactionPage extends Page<BalanceTransaction> {
  readonly merchantId: string;
  readonly currency: string;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
}

interface BalanceTransactionFilter extends Position, Span {
  readonly merchant: string;
  readonly currency: string;
}

interface Scope {
  readonly merchantId: Sql;
  readonly currency: string;
}

type Selected = Omit<BalanceTransaction, "id"> &
  Pick<BalanceTransactionPage, "openingMinor" | "closingMinor"> & {
    /** Null in the only row of a page without entries. */
    readonly id: string | null;
  };

/**
 * Entries of a merchant's balance in one currency, newest first, with the balance after each. Read from their causes, which are
 * indexed by merchant and time and which the books are proved against (checks 9 and 11 of the ledger): an entry alone says
 * neither when nor why. One read, so that opening and entries always add up to closing. Throws `invalid_reference` for a cursor
 * or merchant that isn't the caller's, and `validation_error`.
 */
export async function listBalanceTransactions(
  caller: RecordsCaller,
  filter: BalanceTransactionFilter,
): Promise<BalanceTransactionPage> {
  const { currency, createdFrom, createdBefore } = filter;
  const merchantId = merchantOf(caller, filter.merchant) ?? filter.merchant;
  const scope: Scope = { merchantId: selectMerchantId(caller, merchantId), currency };
  let sums = { openingMinor: 0n, closingMinor: 0n };
  const list: List<BalanceTransaction> = {
    as: sql`e`,
    own: sql`FROM (${selectPlaces(scope)}) e WHERE true`,
    rows: sql`FROM (${selectCauses(scope)}) e WHERE true`,
    span: filter,
    requireKnown: () => requireKnown(caller, { merchant: merchantId }),
    read: async ({ found, order }) => {
      const rows = await query<Selected>(
        getPool(),
        sql`WITH page AS MATERIALIZED (SELECT * FROM ${found} f),
          sums AS (SELECT ${balanceBefore(scope, sql`${createdFrom ?? EVER[0]}`, sql`''`)} AS opening_minor,
            ${balanceBefore(scope, sql`${createdBefore ?? EVER[1]}`, sql`''`)} AS closing_minor),
          base AS (SELECT p.created_at, p.id FROM page p ORDER BY p.created_at, p.id LIMIT 1)
          SELECT sums.opening_minor, sums.closing_minor, e.id, e.kind, e.amount_minor, e.created_at, e.batch_id, e.payout_id,
            e.balance_minor::bigint AS balance_minor, t.id AS authorization_id, t.authorization_number,
            coalesce(e.merchant_reference, t.merchant_reference) AS merchant_reference
          FROM sums LEFT JOIN (
              SELECT p.*, sum(p.amount_minor) OVER (ORDER BY p.created_at, p.id)
                + ${balanceBefore(scope, sql`(SELECT created_at FROM base)`, sql`(SELECT id FROM base)`)} AS balance_minor
              FROM page p
            ) e ON true LEFT JOIN authorizations t ON t.id = e.target_id
          ORDER BY ${order}`,
      );
      const [first] = rows;
      if (first) sums = { openingMinor: first.openingMinor, closingMinor: first.closingMinor };
      return rows.flatMap(({ id, openingMinor: _opening, closingMinor: _closing, ...row }) =>
        id === null ? [] : [{ ...row, id }],
      );
    },
  };
  const page = await pageOf(list, filter);
  return { ...page, ...sums, merchantId, currency };
}

function selectCauses({ merchantId, currency }: Scope): Sql {
  return sql`SELECT c.id, 'capture' AS kind, c.created_at, c.target_id, c.merchant_reference, NULL::text AS batch_id, NULL::text AS payout_id,
        (SELECT sum(p.amount_minor)::bigint FROM captures p WHERE p.root_id = c.root_id AND p.transaction_id = c.id)
          AS amount_minor
      FROM captures c WHERE c.merchant_id = ${merchantId} AND c.currency = ${currency} AND c.id = c.transaction_id
    UNION ALL
    SELECT r.reversal_id, 'refund', r.created_at, (SELECT v.authorization_id FROM reversals v WHERE v.id = r.reversal_id),
        (SELECT v.merchant_reference FROM reversals v WHERE v.id = r.reversal_id), NULL, NULL, -sum(r.amount_minor)::bigint
      FROM refunds r WHERE r.merchant_id = ${merchantId} AND r.currency = ${currency}
      GROUP BY r.created_at, r.reversal_id
    UNION ALL
    SELECT b.fee_posting_id, 'fee', b.created_at, NULL, NULL, b.id, NULL, -b.fee_minor
      FROM settlement_batches b
      WHERE b.merchant_id = ${merchantId} AND b.currency = ${currency} AND b.fee_posting_id IS NOT NULL
    UNION ALL
    SELECT b.payout_posting_id, 'payout', b.created_at, NULL, NULL, b.id, NULL, -b.payout_minor
      FROM settlement_batches b
      WHERE b.merchant_id = ${merchantId} AND b.currency = ${currency} AND b.payout_posting_id IS NOT NULL
    UNION ALL
    SELECT o.return_posting_id, 'payout_return', o.returned_at, NULL, NULL, o.batch_id, o.id, o.amount_minor
      FROM payouts o WHERE o.merchant_id = ${merchantId} AND o.currency = ${currency} AND o.return_posting_id IS NOT NULL`;
}

/** The same entries, found by id. */
function selectPlaces({ merchantId, currency }: Scope): Sql {
  const own = sql`merchant_id = ${merchantId}`;
  return sql`SELECT c.id, c.created_at FROM captures c WHERE c.id = c.transaction_id AND c.${own} AND c.currency = ${currency}
    UNION ALL SELECT v.id, v.created_at FROM reversals v JOIN authorizations t ON t.id = v.authorization_id
      WHERE v.refunded_minor > 0 AND t.${own} AND v.currency = ${currency}
    UNION ALL SELECT b.fee_posting_id, b.created_at FROM settlement_batches b WHERE b.${own} AND b.currency = ${currency}
    UNION ALL SELECT b.payout_posting_id, b.created_at FROM settlement_batches b WHERE b.${own} AND b.currency = ${currency}
    UNION ALL SELECT o.return_posting_id, o.returned_at FROM payouts o WHERE o.${own} AND o.currency = ${currency}`;
}

/**
 * The balance before a place in time, from totals of closed batches. A batch's captures are from before its cutoff, its refunds
 * may be later. So only lines of the batches around the place, and unsettled ones, are added up.
 */
function balanceBefore({ merchantId, currency }: Scope, createdAt: Sql, id: Sql): Sql {
  const captured = (of: Sql) => sql`(SELECT coalesce(sum(c.amount_minor), 0) FROM captures c
    WHERE ${of} AND (c.created_at, c.transaction_id) < (p.created_at, p.id))`;
  const refunded = (of: Sql) => sql`(SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
    WHERE ${of} AND (r.created_at, r.reversal_id) < (p.created_at, p.id))`;
  const refundedAfter = (of: Sql) => sql`(SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r
    WHERE ${of} AND (r.created_at, r.reversal_id) >= (p.created_at, p.id))`;
  const inBatch = (table: Sql, batch: Sql) => sql`${table}.batch_id = ${batch}.id`;
  const inNone = (table: Sql) =>
    sql`${table}.merchant_id = ${merchantId} AND ${table}.currency = ${currency} AND ${table}.batch_id IS NULL`;
  const [c, r, b, o] = [sql`c`, sql`r`, sql`b`, sql`o`];
  return sql`(SELECT (
      coalesce((SELECT sum(
          CASE WHEN b.cutoff_at <= p.created_at
            THEN b.captured_minor - b.refunded_minor + ${refundedAfter(inBatch(r, b))}
            ELSE ${captured(inBatch(c, b))} - ${refunded(inBatch(r, b))} END
          - CASE WHEN b.fee_posting_id IS NOT NULL AND (b.created_at, b.fee_posting_id) < (p.created_at, p.id)
            THEN b.fee_minor ELSE 0 END
          - CASE WHEN b.payout_posting_id IS NOT NULL AND (b.created_at, b.payout_posting_id) < (p.created_at, p.id)
            THEN b.payout_minor ELSE 0 END)
        FROM settlement_batches b WHERE b.merchant_id = ${merchantId} AND b.currency = ${currency}), 0)
      + coalesce((SELECT sum(${captured(inBatch(c, o))} - ${refunded(inBatch(r, o))}) FROM open_batches o
        WHERE o.merchant_id = ${merchantId} AND o.currency = ${currency}), 0)
      + coalesce((SELECT sum(o.amount_minor) FROM payouts o WHERE o.merchant_id = ${merchantId}
        AND o.currency = ${currency} AND o.return_posting_id IS NOT NULL
        AND (o.returned_at, o.return_posting_id) < (p.created_at, p.id)), 0)
      + ${captured(inNone(c))} - ${refunded(inNone(r))}
    )::bigint FROM (SELECT ${createdAt}::timestamptz AS created_at, ${id}::text COLLATE "C" AS id) p)`;
}
