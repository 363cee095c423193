import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage, EVER, type Span } from "@/server/domain/api-page";
import { invalidField } from "@/server/domain/errors";
import { getAccount, type OwnedAccount } from "@/server/domain/members";
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

export interface AccountEntryPage extends ApiPage<AccountEntry> {
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
}

/** The entries of an account with the time and kind of their postings. Reads all of them: an entry alone has no time. */
export function selectEntries(accountId: Sql): Sql {
  const entries = (side: Sql) =>
    sql`SELECT x.posting_id, x.amount_minor FROM entries x WHERE x.account_id = ${accountId} AND ${side}`;
  return sql`SELECT p.id, p.kind, p.created_at, p.authorization_id, e.amount_minor
    FROM (${entries(sql`x.amount_minor > 0`)} UNION ALL ${entries(sql`x.amount_minor < 0`)}) e
    JOIN postings p ON p.id = e.posting_id`;
}

/** SQL: what the entries before a time add up to, in minor units. */
function balanceAt(accountId: Sql, at: Date): Sql {
  return sql`(SELECT coalesce(sum(b.amount_minor), 0)::bigint FROM (${selectEntries(accountId)}) b WHERE b.created_at < ${at})`;
}

/** Entries have no id of their move: it is the one of the same payment, moment, and amount. */
/** What accounts had at a time, by id. Minor units. */
export async function readBalancesAt(
  accountIds: readonly AccountId[],
  at: Date,
): Promise<ReadonlyMap<AccountId, bigint>> {
  const rows = await query<{ id: AccountId; balanceMinor: bigint }>(
    getPool(),
    sql`SELECT a.id, ${balanceAt(sql`a.id`, at)} AS balance_minor FROM accounts a WHERE a.id = ANY(${[...accountIds]}::text[])`,
  );
  return new Map(rows.map(({ id, balanceMinor }) => [id, balanceMinor]));
}

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
  { id, ...filter }: ApiPosition & Span & { readonly id: AccountId },
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
  input: { readonly id: AccountId; readonly asOf: Date | null },
): Promise<AccountBalance> {
  const { id, asOf } = input;
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
 * to closing. The caller proves that the account is theirs. Throws `invalid_reference` for a cursor that isn't of the account,
 * and `validation_error`.
 */
export async function listAccountEntries(accountId: AccountId, filter: ApiPosition & Span): Promise<AccountEntryPage> {
  const { createdFrom, createdBefore } = filter;
  const account = sql`${accountId}`;
  let sums = { openingMinor: 0n, closingMinor: 0n };
  const page = await apiPage<AccountEntry>(filter, {
    createdAt: sql`e.created_at`,
    id: sql`e.id`,
    columns: sql`e.*`,
    rows: sql`FROM (SELECT m.*, sum(m.amount_minor) OVER (ORDER BY m.created_at, m.id)::bigint AS balance_minor,
        count(*) OVER (PARTITION BY m.authorization_id, m.kind, m.created_at, m.amount_minor ORDER BY m.id) - 1 AS siblings
      FROM (${selectEntries(account)}) m) e WHERE true`,
    span: filter,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT p.created_at FROM postings p JOIN entries x ON x.posting_id = p.id
        WHERE p.id = ${id} AND x.account_id = ${account})`,
      id: sql`${id}`,
    }),
    read: async ({ found, order }) => {
      const rows = await query<Selected>(
        getPool(),
        sql`SELECT s.opening_minor, s.closing_minor, e.id, e.kind::text, e.amount_minor, e.balance_minor, e.created_at,
            ${MOVE} AS move_id, e.authorization_id, t.authorization_number, t.merchant_id,
            coalesce(t.merchant_name_raw, h.name) AS merchant_name, t.merchant_reference
          FROM (SELECT ${balanceAt(account, createdFrom ?? EVER[0])} AS opening_minor,
              ${balanceAt(account, createdBefore ?? EVER[1])} AS closing_minor) s
            LEFT JOIN ${found} e ON true
            LEFT JOIN authorizations t ON t.id = e.authorization_id LEFT JOIN merchants h ON h.id = t.merchant_id
          ORDER BY ${order}`,
      );
      const [first] = rows;
      if (first) sums = { openingMinor: first.openingMinor, closingMinor: first.closingMinor };
      return rows.flatMap(({ id, openingMinor: _opening, closingMinor: _closing, ...row }) =>
        id === null ? [] : [{ ...row, id }],
      );
    },
  });
  return { ...page, ...sums };
}
