import type { AccountBalance, AccountEntries, AccountEntry, AccountStatements } from "@/server/domain/queries";
import { presentAmount, presentDate } from "../shared/values";
import { presentPage } from "./pages";

export function presentAccountEntry(entry: AccountEntry, currency: string) {
  const { id, kind, moveId } = entry;
  return {
    id,
    kind,
    amount: presentAmount(entry.amountMinor, currency),
    balance: presentAmount(entry.balanceMinor, currency),
    transactionId: kind === "capture" ? moveId : null,
    refundId: kind === "refund" ? moveId : null,
    authorizationId: entry.authorizationNumber,
    recordId: entry.authorizationId,
    merchant: entry.merchantId,
    merchantName: entry.merchantName,
    createdAt: presentDate(entry.createdAt),
  };
}

export function presentAccountEntries({ account, openingMinor, closingMinor, ...page }: AccountEntries) {
  const { id, memberId, currency } = account;
  return {
    account: id,
    member: memberId,
    currency,
    opening: presentAmount(openingMinor, currency),
    closing: presentAmount(closingMinor, currency),
    ...presentPage(page, (entry) => presentAccountEntry(entry, currency)),
  };
}

export function presentAccountBalance({ account: { id, memberId, currency }, asOf, balanceMinor }: AccountBalance) {
  return {
    account: id,
    member: memberId,
    currency,
    asOf: presentDate(asOf),
    balance: presentAmount(balanceMinor, currency),
  };
}

type Statement = AccountStatements["statements"][number];

export function presentAccountStatement(statement: Statement, currency: string) {
  const amount = (minor: bigint) => presentAmount(minor, currency);
  return {
    month: statement.month,
    from: presentDate(statement.from),
    before: presentDate(statement.before),
    opening: amount(statement.openingMinor),
    credited: amount(statement.creditedMinor),
    debited: amount(statement.debitedMinor),
    closing: amount(statement.closingMinor),
    entryCount: statement.entryCount,
  };
}

export function presentAccountStatements({ account, timeZone, statements }: AccountStatements) {
  const { id, memberId, currency } = account;
  return {
    account: id,
    member: memberId,
    currency,
    timeZone,
    statements: statements.map((statement) => presentAccountStatement(statement, currency)),
  };
}
