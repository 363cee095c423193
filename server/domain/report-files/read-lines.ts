import { z } from "zod";
import { type List, type Position, pageOf } from "@/server/domain/list";
import { type FundingRecord, getAccount, type OwnedAccount } from "@/server/domain/members";
import {
  type AccountEntry,
  accountList,
  authorizationRecordList,
  type BalanceTransaction,
  type BatchLine,
  balanceList,
  batchLineList,
  batchList,
  countAuthorizationRecords,
  countBatchLines,
  fundingList,
  getBatchRecord,
  type ListedAuthorization,
  listAccountEntries,
  listBalanceTransactions,
  readBalancesAt,
  type TenantReader,
} from "@/server/domain/queries";
import type { SettlementBatchRow } from "@/server/domain/settlement";
import { AccountId } from "@/server/platform/noun-ids";
import type { ReportFileRow } from "./report-file";

interface BalanceOf {
  readonly merchantId: string;
  readonly currency: string;
}

/** The balances of a member's account at the ends of the span. Minor units. */
interface AccountLine {
  readonly account: OwnedAccount;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
}

type AccountOf = Pick<OwnedAccount, "id" | "memberId" | "currency">;

export type ReportLine =
  | ({ readonly kind: "account" } & AccountLine)
  | { readonly kind: "account_moved"; readonly of: AccountOf; readonly entry: AccountEntry }
  | {
      readonly kind: "account_opening" | "account_closing";
      readonly of: AccountOf;
      readonly balanceMinor: bigint;
      readonly at: Date;
    }
  | { readonly kind: "funding"; readonly funding: FundingRecord }
  | { readonly kind: "payment"; readonly payment: ListedAuthorization }
  | { readonly kind: "settled"; readonly batch: SettlementBatchRow; readonly line: BatchLine }
  | { readonly kind: "moved"; readonly of: BalanceOf; readonly entry: BalanceTransaction }
  | {
      readonly kind: "opening" | "closing";
      readonly of: BalanceOf;
      readonly balanceMinor: bigint;
      readonly at: Date;
    };

/** Position in a list, or in a list of lists: the batches of a span, merchants' balances, or members' accounts. */
export const Cursor = z.object({
  after: z.string().nullable(),
  /** The list being read. */
  within: z.object({ id: z.string(), merchantId: z.string().nullable(), currency: z.string() }).nullable(),
  /** The last list that was read to its end. */
  done: z.string().nullable(),
});
export type Cursor = z.infer<typeof Cursor>;
const BEGINNING: Cursor = { after: null, within: null, done: null };

interface Lines {
  readonly lines: readonly ReportLine[];
  readonly next: Cursor | null;
}

/** Lists read per page at most, since a day may have many small batches. */
const MAX_LISTS = 50;
type Asked = Pick<ReportFileRow, "kind" | "createdFrom" | "createdBefore" | "merchantId" | "currency">;

export async function countLines(reader: TenantReader, asked: Asked): Promise<number | null> {
  const filter = { ...spanOf(asked), merchant: asked.merchantId, currency: asked.currency };
  if (asked.kind === "payments") return countAuthorizationRecords(reader, filter);
  return asked.kind === "settlement" ? countBatchLines(reader, filter) : null;
}

/** Uses the API's lists, so a walk meets each record once. A page may have fewer lines than its limit, even none. */
export function readLines(reader: TenantReader, asked: Asked, from: unknown, limit: number): Promise<Lines> {
  const cursor = from === null ? BEGINNING : Cursor.parse(from);
  switch (asked.kind) {
    case "payments":
      return readPayments(reader, asked, cursor, limit);
    case "accounts":
      return readAccounts(reader, asked, cursor, limit);
    case "fundings":
      return readFundings(reader, asked, cursor, limit);
    case "settlement":
      return readWithin(cursor, limit, batches(reader, asked));
    case "balance":
      return readWithin(cursor, limit, balances(reader, asked));
    case "account_entries":
      return readWithin(cursor, limit, accountEntries(reader, asked));
  }
}

const spanOf = ({ createdFrom, createdBefore }: Asked) => ({ createdFrom, createdBefore });

async function readPayments(reader: TenantReader, asked: Asked, cursor: Cursor, limit: number): Promise<Lines> {
  const { merchantId: merchant, currency } = asked;
  // The currency is filtered here, so that a rare one doesn't make a page search too many records.
  const list = authorizationRecordList(reader, { ...spanOf(asked), merchant });
  const { items, next } = await readOn(list, { limit, startingAfter: cursor.after });
  const lines = items
    .filter((payment) => currency === null || payment.currency === currency)
    .map((payment): ReportLine => ({ kind: "payment", payment }));
  return { lines, next: next === null ? null : { ...BEGINNING, after: next } };
}

/** `next`: where the next page begins. */
async function readOn<Item extends { readonly id: string }>(list: List<Item>, position: Position) {
  const { items, hasMore } = await pageOf(list, position);
  return { items, next: hasMore ? (items.at(-1)?.id ?? null) : null };
}

async function readAccounts(reader: TenantReader, asked: Asked, cursor: Cursor, limit: number): Promise<Lines> {
  const list = accountList(reader, { currency: asked.currency });
  const { items, next } = await readOn(list, { limit, startingAfter: cursor.after });
  const ids = items.map(({ id }) => id);
  const opening = await readBalancesAt(ids, asked.createdFrom);
  const closing = await readBalancesAt(ids, asked.createdBefore);
  const lines = items.map((account): ReportLine => {
    const balances = { openingMinor: opening.get(account.id) ?? 0n, closingMinor: closing.get(account.id) ?? 0n };
    return { kind: "account", account, ...balances };
  });
  return { lines, next: next === null ? null : { ...BEGINNING, after: next } };
}

async function readFundings(reader: TenantReader, asked: Asked, cursor: Cursor, limit: number): Promise<Lines> {
  const { currency } = asked;
  const list = await fundingList(reader, spanOf(asked));
  const { items, hasMore } = await pageOf(list, { limit, startingAfter: cursor.after });
  const last = items.at(-1);
  // As of payments.
  const lines = items
    .filter((funding) => currency === null || funding.currency === currency)
    .map((funding): ReportLine => ({ kind: "funding", funding }));
  return { lines, next: hasMore && last ? { ...BEGINNING, after: last.id } : null };
}

type Within = NonNullable<Cursor["within"]>;

interface Nested {
  readonly nextAfter: (done: string | null) => Promise<Within | null>;
  readonly read: (
    within: Within,
    after: string | null,
    limit: number,
  ) => Promise<{ readonly lines: readonly ReportLine[]; readonly after: string | null }>;
}

async function readWithin(from: Cursor, limit: number, nested: Nested): Promise<Lines> {
  const lines: ReportLine[] = [];
  let { after, within, done } = from;
  for (let lists = 0; lists < MAX_LISTS && lines.length < limit; lists += 1) {
    within ??= await nested.nextAfter(done);
    if (within === null) return { lines, next: null };
    const read = await nested.read(within, after, limit - lines.length);
    lines.push(...read.lines);
    after = read.after;
    if (after !== null) continue;
    done = within.id;
    within = null;
  }
  return { lines, next: { after, within, done } };
}

function batches(reader: TenantReader, asked: Asked): Nested {
  const { merchantId: merchant, currency } = asked;
  return {
    nextAfter: async (startingAfter) => {
      const list = batchList(reader, { ...spanOf(asked), merchant, currency });
      const [batch] = (await pageOf(list, { limit: 1, startingAfter })).items;
      return batch ? { id: batch.id, merchantId: batch.merchantId, currency: batch.currency } : null;
    },
    read: async ({ id }, startingAfter, limit) => {
      const batch = await getBatchRecord(reader, { id });
      const { items, next: after } = await readOn(batchLineList(reader, batch), { limit, startingAfter });
      return { lines: items.map((line): ReportLine => ({ kind: "settled", batch, line })), after };
    },
  };
}

/** Per balance: the closing balance, its entries, newest first, and the opening balance. */
function balances(reader: TenantReader, asked: Asked): Nested {
  const { merchantId: merchant, currency, createdFrom, createdBefore } = asked;
  return {
    nextAfter: async (startingAfter) => {
      const list = balanceList(reader, { merchant, currency });
      const [account] = (await pageOf(list, { limit: 1, startingAfter })).items;
      return account ? { id: account.id, merchantId: account.merchantId, currency: account.currency } : null;
    },
    read: async (within, startingAfter, limit) => {
      const of = { merchantId: within.merchantId ?? "", currency: within.currency };
      const asks = { startingAfter, limit, merchant: of.merchantId, currency: of.currency };
      const page = await listBalanceTransactions(reader, { ...spanOf(asked), ...asks });
      const moved = page.items.map((entry): ReportLine => ({ kind: "moved", of, entry }));
      const closing = { kind: "closing", of, balanceMinor: page.closingMinor, at: createdBefore } as const;
      const opening = { kind: "opening", of, balanceMinor: page.openingMinor, at: createdFrom } as const;
      const lines = [...(startingAfter === null ? [closing] : []), ...moved, ...(page.hasMore ? [] : [opening])];
      return { lines, after: page.hasMore ? (page.items.at(-1)?.id ?? null) : null };
    },
  };
}

/** Per account: the closing balance, its entries, newest first, and the opening balance. */
function accountEntries(reader: TenantReader, asked: Asked): Nested {
  const { currency, createdFrom, createdBefore } = asked;
  return {
    nextAfter: async (startingAfter) => {
      const [account] = (await pageOf(accountList(reader, { currency }), { limit: 1, startingAfter })).items;
      return account ? { id: account.id, merchantId: null, currency: account.currency } : null;
    },
    read: async (within, startingAfter, limit) => {
      const of = await getAccount(reader, { id: AccountId.parse(within.id) });
      const page = await listAccountEntries(of.id, { ...spanOf(asked), startingAfter, limit });
      const moved = page.items.map((entry): ReportLine => ({ kind: "account_moved", of, entry }));
      const closing = { kind: "account_closing", of, balanceMinor: page.closingMinor, at: createdBefore } as const;
      const opening = { kind: "account_opening", of, balanceMinor: page.openingMinor, at: createdFrom } as const;
      const lines = [...(startingAfter === null ? [closing] : []), ...moved, ...(page.hasMore ? [] : [opening])];
      return { lines, after: page.hasMore ? (page.items.at(-1)?.id ?? null) : null };
    },
  };
}
