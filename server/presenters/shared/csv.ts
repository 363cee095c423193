import { decimalsOf } from "@/server/contracts/currencies";

/**
 * What a spreadsheet would run as a formula, were it where a cell begins. For many of them, which read no comma and so no
 * quotes around a cell, that is after a semicolon or a line's end too, and quotes there go. In wide letters it is the same. A
 * bar is how older ones name a program.
 */
const FORMULA = /(^|[;\t\r\n])(?="*[=+\-@|\t\r＝＋－＠｜])/g;

/** Quoted for CSV (RFC 4180); text that a spreadsheet would run gets an apostrophe before it. Numbers stay numbers. */
export function presentCsvCell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const safe = (value ?? "").replace(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Cells that are quoted where they have to be. */
export function presentCsvRow(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/** A presented amount with all decimals of its currency: `7.50`. A number, also where it is negative. */
export function presentCsvAmount(amount: number | null, currency: string): string {
  return amount === null ? "" : amount.toFixed(decimalsOf(currency));
}
