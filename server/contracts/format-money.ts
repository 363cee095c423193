import { inCurrency } from "./currencies";

/** Making a format takes far longer than using it, and a page shows dozens of amounts. */
const formats = new Map<string, Intl.NumberFormat>();
/** More than a browser meets; a server forgets them all when visitors bring more. */
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

/** `1234.5` USD as the locale writes it, with a true minus. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  // Nothing has no sign: -0 would get one.
  const plain = amount === 0 ? 0 : amount;
  return formatOf(currency, locale).format(plain).replace("-", "−");
}
