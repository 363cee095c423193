import { DomainError } from "@/server/domain/errors";
import type { Currency } from "@/server/platform/money";
import { decimalsOf } from "@/server/platform/money";

export interface ReadLine {
  /** `YYYY-MM-DD`, as is `valueOn`. */
  readonly bookedOn: string;
  readonly valueOn: string | null;
  /** Negative: it left the account. */
  readonly amountMinor: bigint;
  /** The bank's own id of the line. */
  readonly bankReference: string | null;
  readonly counterpartyName: string | null;
  readonly counterpartyNumber: string | null;
  /** What the payer wrote, one line. */
  readonly text: string;
  readonly endToEndId: string | null;
  /** Of a payment that came back: the bank's code. */
  readonly returnReason: string | null;
}

export interface ReadStatement {
  readonly format: "camt_053" | "mt940" | "csv";
  /** As the bank writes it; null: a CSV file doesn't say. */
  readonly accountNumber: string | null;
  readonly currency: Currency;
  /** What the bank calls it. */
  readonly number: string | null;
  readonly fromOn: string;
  readonly toOn: string;
  /** Null, both: the file has no balances. */
  readonly openingMinor: bigint | null;
  readonly closingMinor: bigint | null;
  readonly lines: readonly ReadLine[];
}

export function refuseFile(message: string): DomainError {
  return new DomainError("validation_error", message);
}

/** A decimal without sign, with a point; null if it has more decimals than the currency. Trailing zeros don't count. */
export function readMinor(text: string, currency: Currency): bigint | null {
  const [, whole, fraction = ""] = /^0*(\d{1,13})(?:\.(\d{0,5}))?$/.exec(text.trim()) ?? [];
  const digits = decimalsOf(currency);
  if (whole === undefined || /[1-9]/.test(fraction.slice(digits))) return null;
  return BigInt(whole + fraction.slice(0, digits).padEnd(digits, "0"));
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/** The day of a date or time; null if there is none such. */
export function readDay(text: string): string | null {
  const [day = ""] = DAY.exec(text.trim()) ?? [];
  const parsed = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? null : day;
}

/** One line without control characters, at most this long; null for nothing. */
export function plainText(text: string | null | undefined, most: number): string | null {
  const plain = (text ?? "")
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what goes
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g, " ")
    .trim();
  return plain === "" ? null : plain.slice(0, most).toWellFormed();
}

/** Throws `validation_error` unless the lines lead from the opening balance to the closing one, or there are neither. */
export function requireSum({ openingMinor, closingMinor, lines, number }: ReadStatement, sayAmount: SayAmount): void {
  const which = number === null ? "The statement" : `Statement ${number}`;
  if (openingMinor === null || closingMinor === null) {
    if (openingMinor === closingMinor) return;
    throw refuseFile(`${which} has no ${openingMinor === null ? "opening" : "closing"} balance.`);
  }
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, openingMinor);
  if (sum === closingMinor) return;
  const [from, by, to] = [openingMinor, sum - openingMinor, closingMinor].map(sayAmount);
  throw refuseFile(`${which} doesn’t add up: from ${from}, its lines come to ${by}, and it ends at ${to}.`);
}

type SayAmount = (minor: bigint) => string;

/** Days that can only be a mistake would stay the first or last ones for good. Throws `validation_error`. */
export function requireDays({ fromOn, toOn, number }: ReadStatement, now: Date): void {
  const [earliest, latest] = [-30, 5].map((years) => `${now.getUTCFullYear() + years}-01-01`);
  const wrong = [fromOn, toOn].find((day) => day < (earliest ?? "") || day > (latest ?? ""));
  const which = number === null ? "The statement" : `Statement ${number}`;
  if (wrong) throw refuseFile(`${which} is of ${wrong}, which can’t be right.`);
  if (fromOn > toOn) throw refuseFile(`${which} begins on ${fromOn}, and ends before that.`);
}
