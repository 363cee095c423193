import { dayAfter, startOfDay } from "@/server/contracts/calendar-days";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { getAccount, listAccounts, type MemberAccount, type OwnedAccount } from "@/server/domain/members";
import type { AccountId } from "@/server/platform/noun-ids";
import { type AccountEntryPage, listAccountEntries, selectEntries } from "./list-account-entries";
import type { TenantReader } from "./payment-filter";

/** A month of an account, by the clocks of the tenant that issued it. Minor units. */
interface Statement {
  /** `2026-11`. */
  readonly month: string;
  readonly from: Date;
  readonly before: Date;
  readonly openingMinor: bigint;
  readonly creditedMinor: bigint;
  /** Positive. */
  readonly debitedMinor: bigint;
  readonly closingMinor: bigint;
  readonly entryCount: number;
}

const MAX_MONTHS = 120;

/** From midnight of its first day to midnight of the next month's. */
function spanOf(month: string, zone: string): { readonly from: Date; readonly before: Date } {
  const first = `${month}-01`;
  const next = `${dayAfter(first, 31).slice(0, 7)}-01`;
  return { from: startOfDay(first, zone), before: startOfDay(next, zone) };
}

async function findZone(accountId: AccountId): Promise<string> {
  const [row] = await query<{ timeZone: string }>(
    getPool(),
    sql`SELECT t.time_zone FROM accounts a JOIN members m ON m.id = a.member_id JOIN tenants t ON t.id = m.tenant_id
      WHERE a.id = ${accountId}`,
  );
  return row?.timeZone ?? "UTC";
}

/** The months in which something moved, newest first; at most ten years of them. */
async function listMonths(accountId: AccountId, zone: string): Promise<Statement[]> {
  const rows = await query<Omit<Statement, "from" | "before">>(
    getPool(),
    sql`SELECT s.month, s.credited_minor, s.debited_minor, s.entry_count, s.closing_minor,
        s.closing_minor - s.credited_minor + s.debited_minor AS opening_minor
      FROM (SELECT m.month, m.credited_minor, m.debited_minor, m.entry_count,
          sum(m.credited_minor - m.debited_minor) OVER (ORDER BY m.month)::bigint AS closing_minor
        FROM (SELECT to_char(e.created_at AT TIME ZONE ${zone}, 'YYYY-MM') AS month, count(*)::int AS entry_count,
            coalesce(sum(e.amount_minor) FILTER (WHERE e.amount_minor > 0), 0)::bigint AS credited_minor,
            coalesce(-sum(e.amount_minor) FILTER (WHERE e.amount_minor < 0), 0)::bigint AS debited_minor
          FROM (${selectEntries(sql`${accountId}`)}) e GROUP BY 1) m) s
      ORDER BY s.month DESC LIMIT ${MAX_MONTHS}`,
  );
  return rows.map((row) => ({ ...row, ...spanOf(row.month, zone) }));
}

export interface AccountStatements<Account = OwnedAccount> {
  readonly account: Account;
  readonly timeZone: string;
  readonly statements: readonly Statement[];
}

/** Throws `account_not_found`. */
export async function listStatements(
  caller: TenantReader,
  { id }: { readonly id: AccountId },
): Promise<AccountStatements> {
  const account = await getAccount(caller, { id });
  const timeZone = await findZone(id);
  return { account, timeZone, statements: await listMonths(id, timeZone) };
}

/** Of each of the member's accounts. */
export async function listMemberStatements(caller: MemberCaller): Promise<AccountStatements<MemberAccount>[]> {
  const accounts = await listAccounts(caller);
  return Promise.all(
    accounts.map(async (account) => {
      const timeZone = await findZone(account.id);
      return { account, timeZone, statements: await listMonths(account.id, timeZone) };
    }),
  );
}

/** Entries of a month that a page shows; a file has all. */
const MAX_SHOWN = 1_000;

export interface MemberStatement extends AccountEntryPage {
  readonly account: MemberAccount;
  readonly month: string;
  readonly timeZone: string;
  readonly from: Date;
  readonly before: Date;
}

/** Its newest 1,000 entries, or those after one of them. Throws `account_not_found` for an account of somebody else's. */
export async function getMemberStatement(
  caller: MemberCaller,
  input: { readonly account: AccountId; readonly month: string; readonly startingAfter: string | null },
): Promise<MemberStatement> {
  const { month, startingAfter } = input;
  const account = (await listAccounts(caller)).find(({ id }) => id === input.account);
  if (!account) throw new DomainError("account_not_found", "No such account.");
  const timeZone = await findZone(account.id);
  const { from, before } = spanOf(month, timeZone);
  const span = { createdFrom: from, createdBefore: before };
  const page = await listAccountEntries(account.id, { ...span, startingAfter, endingBefore: null, limit: MAX_SHOWN });
  return { ...page, account, month, timeZone, from, before };
}
