import type { StatementLine } from "@/server/domain/stories";
import { amountText } from "@/server/platform/money";
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
] as const;

/** What a spreadsheet would run as a formula, were it where a cell begins: for many of them after a semicolon too. */
const FORMULA = /(^|[;\t])(?=[=+\-@\t\r])/g;

/** Quoted for CSV (RFC 4180); text that a spreadsheet would run gets an apostrophe before it. Amounts stay numbers. */
function quote(value: string | null): string {
  const text = value ?? "";
  const safe = text.replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function row(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

export const CSV_HEAD = row(HEAD);

export function presentCsvLines(lines: readonly StatementLine[], currency: string): string {
  return lines
    .map((line) =>
      row([
        presentDate(line.createdAt),
        line.kind,
        amountText(line.amountMinor, currency),
        currency,
        ...[line.authorizationNumber, line.transactionId, line.refundId, line.merchantReference, line.id].map(quote),
      ]),
    )
    .join("");
}
