import type { BankStatement } from "@/server/domain/queries";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentStatementRecord(statement: BankStatement) {
  const { id, currency, openingMinor, closingMinor, gapMinor } = statement;
  const amount = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency));
  return {
    id,
    statementId: id,
    bankAccount: statement.bankAccountId,
    currency,
    format: statement.format,
    number: statement.number,
    from: presentDay(statement.fromOn),
    to: presentDay(statement.toOn),
    opening: amount(openingMinor),
    closing: amount(closingMinor),
    gap: amount(gapMinor),
    lines: statement.lineCount,
    newLines: statement.newCount,
    handledLines: statement.handledCount,
    unassignedLines: statement.unassignedCount,
    status: statement.isFinished ? ("done" as const) : ("processing" as const),
    createdAt: presentDate(statement.createdAt),
  };
}
