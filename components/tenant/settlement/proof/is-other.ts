import { minorText } from "@/server/contracts/currencies";
import type { CheckedStatement } from "@/server/contracts/statement-proof/check-statement";
import type { Statement } from "@/server/trpc/types";

/**
 * True if the proof, although valid, is of another statement than the one shown: compares id, merchant, day, currency, and
 * totals.
 */
export function isOther(shown: Statement, { statement }: Pick<CheckedStatement, "statement">): boolean {
  if (!statement) return true;
  const amount = (minor: string) => Number(minorText(BigInt(minor), statement.currency));
  const pairs = [
    [statement.id, shown.id],
    [statement.merchant.id, shown.merchant],
    [statement.currency, shown.currency],
    [statement.day, shown.day],
    [statement.captureCount, shown.captureCount],
    [amount(statement.capturedMinor), shown.captured],
    [statement.refundCount, shown.refundCount],
    [amount(statement.refundedMinor), shown.refunded],
    [amount(statement.feeMinor), shown.fee],
    [amount(statement.carriedInMinor), shown.carriedIn],
    [amount(statement.payoutMinor), shown.payout],
    [amount(statement.carriedOutMinor), shown.carriedOut],
  ];
  return pairs.some(([proven, seen]) => proven !== seen);
}
