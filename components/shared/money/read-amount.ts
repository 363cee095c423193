import { decimalsOf } from "@/server/contracts/currencies";
import { foldNumber } from "@/server/contracts/text/digits";

/** A comma before three digits separates thousands in some locales, and decimals in others. */
const AMBIGUOUS = /^\d+,\d{3}$/;

/** True if a comma may separate thousands or decimals: `1,250` in a currency with three decimals. */
export function isAmbiguousAmount(text: string, currency: string): boolean {
  return decimalsOf(currency) >= 3 && AMBIGUOUS.test(foldNumber(text));
}

/** `12.50` or `12,50` as a number. Null if it is invalid, ambiguous, or has more decimals than the currency. */
export function readAmountText(text: string, currency: string): number | null {
  if (isAmbiguousAmount(text, currency)) return null;
  const [whole = "", decimals = "", ...more] = foldNumber(text).replace(",", ".").split(".");
  if (more.length > 0 || !/^\d{1,10}$/.test(whole) || !/^\d*$/.test(decimals)) return null;
  if (foldNumber(text).endsWith(".") || decimals.length > decimalsOf(currency)) return null;
  const amount = Number(`${whole}.${decimals || "0"}`);
  return amount > 0 ? amount : null;
}

/** For contracts: undefined if empty, and NaN, which they reject, if invalid. Spaces alone are invalid. */
export function amountInput(text: string, currency: string): number | undefined {
  return text === "" ? undefined : (readAmountText(text, currency) ?? Number.NaN);
}
