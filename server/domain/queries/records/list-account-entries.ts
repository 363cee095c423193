import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { invalidField } from "@/server/domain/errors";
import { type List, type Page, type Position, pageOf, type Span } from "@/server/domain/list";
import { getAccount, type OwnedAccount } from "@/server/domain/members";
import { recordIdsFrom } from "@/server/platform/ids";
import type { AccountId, AuthorizationId, MerchantId } from "@/server/platform/noun-ids";
import type { TenantReader } from "./payment-filter";

/** An entry of a member's account. Minor units. */
export interface AccountEntry {
  /** Of its posting, which is also the id of a funding. */
  readonly id: string;
  readonly kind: Exclude<NewRow<"postings">["kind"], "fee">;
  /** Negative if it leaves the account. */
  readonly amountMinor: bigint;
  /** With this entry and all before it. */
  readonly balanceMinor: bigint;
  /** The transactionId of a capture, the refundId of a refund; null for others. */
  readonly moveId: string | null;
  readonly authorizationId: AuthorizationId | null;
  readonly authorizationNumber: string | null;
  readonly merchantId: MerchantId | null;
  readonly merchantName: string | null;
  readonly merchantReference: string | null;
  readonly createdAt: Date;
}

export interface AccountEntryPage extends Page<AccountEntry> {
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
}

/** FROM and WHERE of a member's account's entries, `x`: they are folded from the start, and served by an index in this order. */
const entriesOf = (accountId: Sql): Sql => sql`FROM entries x WHERE x.account_id = ${accountId} AND x.is_folded`;

/** The entries of an account with the time of their postings. Reads all of them. */
export function selectEntries(accountId: Sql): Sql {
  return sql`SELECT p.created_at, x.amount_minor FROM postings p JOIN (SELECT x.posting_id, x.amount_minor ${entriesOf(accountId)}) x
    ON x.posting_id = p.id`;
}

/** SQL: what entries add up to, in minor units. A posting's id begins with its time. */
const sumOf = (accountId: Sql, which: Sql): Sql =>
  sql`(SELECT coalesce(sum(x.amount_minor), 0)::bigint ${entriesOf(accountId)} AND ${which})`;

/** What accounts had at a time, by id. Minor units. */
export async function readBalancesAt(
  accountIds: readonly AccountId[],
  at: Date,
): Promise<ReadonlyMap<AccountId, bigint>> {
  const rows = await query<{ id: AccountId; balanceMinor: bigint }>(
    getPool(),
    sql`SELECT a.id, a.posted_minor - ${sumOf(sql`a.id`, sql`x.posting_id >= ${recordIdsFrom(at)}`)} AS balance_minor
      FROM accounts a WHERE a.id = ANY(${[...accountIds]}::text[])`,
  );
  return new Map(rows.map(({ id, balanceMinor }) => [id, balanceMinor]));
}

/** Entries have no id of their move: it is the one of the same payment, moment, and amount. */
const MOVE = sql`CASE e.kind
    WHEN 'capture' THEN (SELECT c.transaction_id FROM captures c
      WHERE c.root_id = e.authorization_id AND c.created_at = e.created_at
      GROUP BY c.transaction_id HAVING sum(c.amount_minor) = -e.amount_minor
      ORDER BY c.transaction_id OFFSET e.siblings LIMIT 1)
    WHEN 'refund' THEN (SELECT v.id FROM reversals v
      WHERE v.root_id = e.authorization_id AND v.created_at = e.created_at AND v.refunded_minor = e.amount_minor
      ORDER BY v.id OFFSET e.siblings LIMIT 1)
  END`;

export interface AccountEntries extends AccountEntryPage {
  readonly account: OwnedAccount;
}

/** Of an account of one of the tenant's members. Throws `account_not_found`, and what `listAccountEntries` throws. */
export async function getAccountEntries(
  caller: TenantReader,
  { id, ...filter }: Position & Span & { readonly id: AccountId },
): Promise<AccountEntries> {
  const account = await getAccount(caller, { id });
  return { ...(await listAccountEntries(id, filter)), account };
}

export interface AccountBalance {
  readonly account: OwnedAccount;
  readonly asOf: Date;
  readonly balanceMinor: bigint;
}

/** Null: as of now. Throws `account_not_found`, and `validation_error` for a time in the future. */
export async function getAccountBalance(
  caller: TenantReader,
  input: { readonly id: AccountId; readonly asOf: string | null },
): Promise<AccountBalance> {
  const { id } = input;
  const asOf = input.asOf === null ? null : new Date(input.asOf);
  if (asOf !== null && asOf > caller.now) throw invalidField("asOf", "can’t be in the future");
  const account = await getAccount(caller, { id });
  if (asOf === null) return { account, asOf: caller.now, balanceMinor: account.postedMinor };
  return { account, asOf, balanceMinor: (await readBalancesAt([id], asOf)).get(id) ?? 0n };
}

type Selected = Omit<AccountEntry, "id"> &
  Pick<AccountEntryPage, "openingMinor" | "closingMinor"> & {
    /** Null in the only row of a page without entries. */
    readonly id: string | null;
  };

/**
 * Entries of a member's account, newest first, with the balance after each. One read, so that opening and entries always add up
 * to closing. Balances are the account's less what came later, so the newest pages of however many entries read little. The
 * caller proves that the account is theirs. Throws `invalid_reference` for a cursor that isn't of the account, and
 * `validation_error`.
 */
export async function listAccountEntries(accountId: AccountId, filter: Position & Span): Promise<AccountEntryPage> {
  const { createdFrom, createdBefore, startingAfter = null, endingBefore = null, limit } = filter;
  const account = sql`${accountId}`;
  const [from, before] = [
    createdFrom ? recordIdsFrom(createdFrom) : "",
    createdBefore ? recordIdsFrom(createdBefore) : "~",
  ];
  // The nearer bound, where an index scan begins.
  const after = endingBefore !== null && endingBefore > from ? endingBefore : from;
  const until = startingAfter !== null && startingAfter < before ? startingAfter : before;
  let sums = { openingMinor: 0n, closingMinor: 0n };
  const id = sql`x.posting_id`;
  const list: List<AccountEntry> = {
    as: sql`e`,
    own: entriesOf(account),
    rows: sql`${entriesOf(account)} AND ${id} >= ${after} AND ${id} < ${until}`,
    columns: sql`x.posting_id AS created_at, x.posting_id AS id, x.amount_minor`,
    createdAt: id,
    id,
    read: async ({ found, order }) => {
      const rows = await query<Selected>(
        getPool(),
        sql`WITH found AS MATERIALIZED ${found},
          closing AS (SELECT posted_minor - ${sumOf(account, sql`${id} >= ${before}`)} AS minor FROM accounts WHERE id = ${account}),
          newest AS (SELECT minor - ${sumOf(account, sql`${id} > (SELECT max(id) FROM found) AND ${id} < ${before}`)} AS minor FROM closing),
          opening AS (SELECT CASE WHEN ${from}::text = '' THEN 0 ELSE
            minor - ${sumOf(account, sql`${id} >= ${from} AND ${id} < ${before}`)} END AS minor FROM closing),
          e AS (
            SELECT f.id, p.kind, f.amount_minor, p.created_at, p.authorization_id,
              (n.minor - coalesce(sum(f.amount_minor) OVER (
                ORDER BY f.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::bigint AS balance_minor,
              (SELECT count(*) FROM postings q JOIN entries y ON y.posting_id = q.id AND y.account_id = ${account}
                WHERE q.authorization_id = p.authorization_id AND q.kind = p.kind AND q.created_at = p.created_at
                  AND q.id < p.id AND y.amount_minor = f.amount_minor) AS siblings
            FROM found f JOIN postings p ON p.id = f.id CROSS JOIN newest n
          )
          SELECT o.minor AS opening_minor, c.minor AS closing_minor, e.id, e.kind::text, e.amount_minor, e.balance_minor,
            e.created_at, ${MOVE} AS move_id, e.authorization_id, t.authorization_number, t.merchant_id,
            coalesce(t.merchant_name_raw, h.name) AS merchant_name, t.merchant_reference
          FROM opening o CROSS JOIN closing c
            LEFT JOIN e ON true
            LEFT JOIN authorizations t ON t.id = e.authorization_id LEFT JOIN merchants h ON h.id = t.merchant_id
          ORDER BY ${order}`,
      );
      const [first] = rows;
      if (first) sums = { openingMinor: first.openingMinor, closingMinor: first.closingMinor };
      return rows.flatMap(({ id, openingMinor: _opening, closingMinor: _closing, ...row }) =>
        id === null ? [] : [{ ...row, id }],
      );
    },
  };
  const page = await pageOf(list, { limit, startingAfter, endingBefore });
  return { ...page, ...sums };
}
