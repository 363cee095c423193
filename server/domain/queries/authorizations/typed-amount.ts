import { CURRENCIES, decimalsOf, isCurrency } from "@/server/contracts/currencies";
import { foldNumber } from "@/server/contracts/text/digits";
import { type Sql, sql } from "@/server/db/sql";

/** As typed, in digits of any script: `99.00`, `€1,250`, `usd 7`, `٩٩٫٠٠`. */
interface TypedAmount {
  /** Digits, with a point before decimals. */
  readonly number: string;
  readonly currency: string | null;
}

const MAX_WHOLE = 12;

/** Null if the text is no amount. Seven digits alone are an authorizationId, and more are some other number. */
export function readTypedAmount(text: string): TypedAmount | null {
  const found = /^([A-Za-z]{3}|\p{Sc})?\s*(\d[\d.,]*)\s*([A-Za-z]{3}|\p{Sc})?$/u.exec(foldNumber(text));
  const [, before, typed, after] = found ?? [];
  if (!typed) return null;
  const named = (before ?? after)?.toUpperCase();
  if (named && /^[A-Z]/.test(named) && !isCurrency(named)) return null;
  const number = plain(typed);
  if (number === null || number.length > MAX_WHOLE || (!named && /^\d{7,}$/.test(number))) return null;
  return { number, currency: named && isCurrency(named) ? named : null };
}

function plain(typed: string): string | null {
  if (/^\d+(\.\d{1,4})?$/.test(typed)) return typed;
  if (/^\d{1,3}(,\d{3})+(\.\d{1,4})?$/.test(typed)) return typed.replaceAll(",", "");
  if (/^\d{1,3}(\.\d{3})+(,\d{1,4})?$/.test(typed)) return typed.replaceAll(".", "").replace(",", ".");
  return /^\d+,\d{1,2}$/.test(typed) ? typed.replace(",", ".") : null;
}

function minorOf(number: string, decimals: number): bigint | null {
  const [whole = "0", part = ""] = number.split(".");
  const kept = part.replace(/0{1,4}$/, "");
  return kept.length > decimals ? null : BigInt(whole + kept.padEnd(decimals, "0"));
}

const BY_DECIMALS = [...new Set(CURRENCIES.map(decimalsOf))].map((decimals) => ({
  decimals,
  codes: CURRENCIES.filter((code) => decimalsOf(code) === decimals),
}));

/** Condition: the column, in minor units of the row's currency, equals the number. */
function isNumber(column: Sql, number: string): Sql {
  const cases = BY_DECIMALS.flatMap(({ decimals, codes }) => {
    const minor = minorOf(number, decimals);
    return minor === null ? [] : [sql`(currency = ANY(${codes}) AND ${column} = ${minor})`];
  });
  return cases.reduce((all, one) => sql`${all} OR ${one}`, sql`false`);
}

/** Compares with a number from a page, rounded to the currency's decimals. */
export function comparesTo(column: Sql, operator: Sql, number: number): Sql {
  const cases = BY_DECIMALS.map(
    ({ decimals, codes }) =>
      sql`(currency = ANY(${codes}) AND ${column} ${operator} ${Math.round(number * 10 ** decimals)}::numeric)`,
  );
  return cases.reduce((all, one) => sql`${all} OR ${one}`);
}

export function isOfAmount({ number, currency }: TypedAmount, column: Sql): Sql {
  const isEqual = sql`(${isNumber(column, number)})`;
  return currency === null ? isEqual : sql`(currency = ${currency} AND ${isEqual})`;
}
