import type { MemberAccount } from "@/server/domain/members";
import type { AccountStatements, MemberStatement } from "@/server/domain/queries";
import { presentAccountEntry, presentAccountStatement } from "../rest/accounts";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { presentListCsv } from "../shared/list-csv";
import { presentAmount } from "../shared/values";

export function presentStatements({ account, timeZone, statements }: AccountStatements<MemberAccount>) {
  const { id, currency } = account;
  return {
    account: id,
    currency,
    timeZone,
    months: statements.map((month) => presentAccountStatement(month, currency)),
  };
}

/** Oldest first, as statements read. */
export function presentMemberStatement({
  account,
  month,
  timeZone,
  openingMinor,
  closingMinor,
  ...page
}: MemberStatement) {
  const { id, currency } = account;
  return {
    account: id,
    currency,
    month,
    timeZone,
    opening: presentAmount(openingMinor, currency),
    closing: presentAmount(closingMinor, currency),
    entries: page.items.map((entry) => presentAccountEntry(entry, currency)).reverse(),
    hasMore: page.hasMore,
  };
}

const CSV = presentListCsv(
  ({ entry, currency }: { entry: MemberStatement["items"][number]; currency: string }) => ({
    ...presentAccountEntry(entry, currency),
    currency,
  }),
  {
    created_utc: ({ createdAt }) => presentCsvCell(createdAt),
    kind: ({ kind }) => presentCsvCell(kind),
    merchant: ({ merchantName }) => presentCsvCell(merchantName),
    currency: ({ currency }) => presentCsvCell(currency),
    amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
    balance: ({ balance, currency }) => presentCsvAmount(balance, currency),
    payment: ({ authorizationId }) => presentCsvCell(authorizationId),
    entry_id: ({ id }) => presentCsvCell(id),
  },
);

/** A page of the file, newest first; the first page begins with the head. */
export function presentStatementCsv({ account: { currency }, items }: MemberStatement, isFirst: boolean): string {
  const now = new Date(0);
  return (isFirst ? CSV.head : "") + items.map((entry) => CSV.line({ entry, currency }, now)).join("");
}
