import { CsvMappingInput } from "@/server/contracts/portal/network/csv-mapping";
import { type BankAccount, fundingReferenceOf } from "@/server/domain/bank";
import type { ListedNetworkKey } from "@/server/domain/network-keys";
import type { BankLine, BankStatement, FundableAccount } from "@/server/domain/queries";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentBankAccount({ createdAt, worksFrom, csvMapping, ...account }: BankAccount) {
  const mapping = CsvMappingInput.safeParse(csvMapping);
  return {
    ...account,
    createdAt: presentDate(createdAt),
    worksFrom: presentDate(worksFrom),
    columns: mapping.success ? mapping.data : null,
  };
}

export function presentNetworkKey({ createdAt, expiresAt, lastUsedAt, revokedAt, ...key }: ListedNetworkKey) {
  return {
    ...key,
    createdAt: presentDate(createdAt),
    expiresAt: presentDate(expiresAt),
    lastUsedAt: presentDate(lastUsedAt),
    revokedAt: presentDate(revokedAt),
  };
}

export function presentBankStatement(statement: BankStatement) {
  const { fromOn, toOn, openingMinor, closingMinor, gapMinor, unassignedCount: _, createdAt, ...rest } = statement;
  const amount = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, statement.currency));
  return {
    ...rest,
    fromOn: presentDay(fromOn),
    toOn: presentDay(toOn),
    createdAt: presentDate(createdAt),
    opening: amount(openingMinor),
    closing: amount(closingMinor),
    gap: amount(gapMinor),
  };
}

export function presentFundable({ fundingNumber, ...account }: FundableAccount) {
  return { ...account, fundingReference: fundingReferenceOf(fundingNumber) };
}

export function presentBankLine({ amountMinor, bookedOn, handledAt, createdAt, ...line }: BankLine) {
  return {
    ...line,
    amount: presentAmount(amountMinor, line.currency),
    bookedOn: presentDay(bookedOn),
    handledAt: presentDate(handledAt),
    createdAt: presentDate(createdAt),
  };
}

export const BANK_LINE_CELLS: Cells<ReturnType<typeof presentBankLine>> = {
  booked_on: ({ bookedOn }) => bookedOn,
  line_id: ({ id }) => presentCsvCell(id),
  name: ({ counterpartyName }) => presentCsvCell(counterpartyName ?? ""),
  number: ({ counterpartyNumber }) => presentCsvCell(counterpartyNumber ?? ""),
  text: ({ text }) => presentCsvCell(text),
  end_to_end_id: ({ endToEndId }) => presentCsvCell(endToEndId ?? ""),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  state: ({ state }) => state,
  funded: ({ fundedName }) => presentCsvCell(fundedName ?? ""),
  posting_id: ({ postingId }) => presentCsvCell(postingId ?? ""),
  note: ({ note }) => presentCsvCell(note ?? ""),
};
