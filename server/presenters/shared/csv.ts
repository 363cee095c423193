import { decimalsOf } from "@/server/contracts/currencies";

/**
 * Text that a spreadsheet would run as a formula at the start of a cell. Many spreadsheets split at semicolons and ignore
 * quotes, so a cell may also start after a semicolon or line break. Includes full-width characters, and the bar, with which old
 * versions start a program.
 */
const FORMULA = /(^|[;\t\r\n])(?="*[=+\-@|\t\r＝＋－＠｜])/g;

/** Quotes for CSV (RFC 4180), and puts an apostrophe before text that a spreadsheet would run. Numbers stay numbers. */
export function presentCsvCell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const safe = (value ?? "").replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function presentCsvRow(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/** An amount with all decimals of its currency: `7.50`. Not quoted, so that negative amounts stay numbers. */
export function presentCsvAmount(amount: number | null, currency: string): string {
  return amount === null ? "" : amount.toFixed(decimalsOf(currency));
}
