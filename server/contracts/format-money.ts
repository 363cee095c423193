import { inCurrency } from "./currencies";

/** Creating a formatter takes far longer than using it, and a page shows dozens of amounts. */
const formats = new Map<string, Intl.NumberFormat>();
/** More than a browser needs. A server clears the cache when visitors exceed it. */
const MAX_FORMATS = 100;

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const name = `${currency} ${locale}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, inCurrency(currency));
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(name, made);
  return made;
}

/** Formats for a locale, with a true minus sign. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  // Avoids "-0".
  const plain = amount === 0 ? 0 : amount;
  return formatOf(currency, locale).format(plain).replace("-", "−");
}
