import type { StatementLine } from "@/server/domain/queries";
import { amountText } from "@/server/platform/money";
import { presentCsvCell, presentCsvRow } from "../shared/csv";
import { presentDate } from "../shared/values";

const HEAD = [
  "created_utc",
  "kind",
  "amount",
  "currency",
  "authorization_id",
  "transaction_id",
  "refund_id",
  "merchant_reference",
  "line_id",
  "fee",
  "net",
] as const;

export const CSV_HEAD = presentCsvRow(HEAD);

export function presentCsvLines(lines: readonly StatementLine[], currency: string): string {
  return lines
    .map((line) =>
      presentCsvRow([
        presentDate(line.createdAt),
        line.kind,
        amountText(line.amountMinor, currency),
        currency,
        ...[line.authorizationNumber, line.transactionId, line.refundId, line.merchantReference, line.id].map(
          presentCsvCell,
        ),
        amountText(line.feeMinor, currency),
        amountText(line.amountMinor - line.feeMinor, currency),
      ]),
    )
    .join("");
}
