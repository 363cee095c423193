import { CURRENCIES, decimalsOf, isCurrency } from "@/server/contracts/currencies";
import { type Sql, sql } from "@/server/db/sql";

/** An amount as someone types it who looks for a payment: `99.00`, `€1,250`, `usd 7`. */
interface TypedAmount {
  /** Only digits, and a point before decimals. */
  readonly number: string;
  /** Null: any. */
  readonly currency: string | null;
}

const MAX_WHOLE = 12;

/** Null for a text that is no amount. Seven digits alone are an authorizationId, and more are some other number. */
export function readTypedAmount(text: string): TypedAmount | null {
  const found = /^([A-Za-z]{3}|\p{Sc})?\s*(\d[\d.,]*)\s*([A-Za-z]{3}|\p{Sc})?$/u.exec(text.trim());
  const [, before, typed, after] = found ?? [];
  if (!typed) return null;
  const named = (before ?? after)?.toUpperCase();
  if (named && /^[A-Z]/.test(named) && !isCurrency(named)) return null;
  const number = plain(typed);
  if (number === null || number.length > MAX_WHOLE || (!named && /^\d{7,}$/.test(number))) return null;
  return { number, currency: named && isCurrency(named) ? named : null };
}

/** Without marks between thousands, in either way of writing them. */
function plain(typed: string): string | null {
  if (/^\d+(\.\d{1,4})?$/.test(typed)) return typed;
  if (/^\d{1,3}(,\d{3})+(\.\d{1,4})?$/.test(typed)) return typed.replaceAll(",", "");
  if (/^\d{1,3}(\.\d{3})+(,\d{1,4})?$/.test(typed)) return typed.replaceAll(".", "").replace(",", ".");
  return /^\d+,\d{1,2}$/.test(typed) ? typed.replace(",", ".") : null;
}

/** Minor units of a number; null where the currency has fewer decimals. */
function minorOf(number: string, decimals: number): bigint | null {
  const [whole = "0", part = ""] = number.split(".");
  const kept = part.replace(/0+$/, "");
  return kept.length > decimals ? null : BigInt(whole + kept.padEnd(decimals, "0"));
}

/** Currencies by the decimals that they have. */
const BY_DECIMALS = [...new Set(CURRENCIES.map(decimalsOf))].map((decimals) => ({
  decimals,
  codes: CURRENCIES.filter((code) => decimalsOf(code) === decimals),
}));

/** Condition for a row whose column, in minor units of its currency, is so much. */
function isNumber(column: Sql, number: string): Sql {
  const cases = BY_DECIMALS.flatMap(({ decimals, codes }) => {
    const minor = minorOf(number, decimals);
    return minor === null ? [] : [sql`(currency = ANY(${codes}) AND ${column} = ${minor})`];
  });
  return cases.reduce((all, one) => sql`${all} OR ${one}`, sql`false`);
}

/** The same for one that is compared with a number as a page sends it, rounded to what the currency has. */
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
