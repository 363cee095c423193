import { inCurrency } from "./currencies";

/** `1234.5` USD as the locale writes it, with a true minus. */
export function formatMoney(amount: number, currency: string, locale: string): string {
  // Nothing has no sign: -0 would get one.
  const plain = amount === 0 ? 0 : amount;
  return new Intl.NumberFormat(locale, inCurrency(currency)).format(plain).replace("-", "−");
}
