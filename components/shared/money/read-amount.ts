import { decimalsOf } from "@/server/contracts/currencies";

/** Half of those who write it mean a thousand times as much as the others. */
const AMBIGUOUS = /^\d+,\d{3}$/;

/** Full-width digits and signs are those of an ordinary keyboard. */
const plain = (text: string) => text.normalize("NFKC").trim();

/** Whether a comma may separate thousands or decimals here: `1,250` in a currency that has three decimals. */
export function isAmbiguousAmount(text: string, currency: string): boolean {
  return decimalsOf(currency) >= 3 && AMBIGUOUS.test(plain(text));
}

/** `12.50` or `12,50` as a number; null for what is none, may mean two, or has more decimals than the currency. */
export function readAmountText(text: string, currency: string): number | null {
  if (isAmbiguousAmount(text, currency)) return null;
  const [whole = "", decimals = "", ...more] = plain(text).replace(",", ".").split(".");
  if (more.length > 0 || !/^\d{1,10}$/.test(whole) || !/^\d*$/.test(decimals)) return null;
  if (plain(text).endsWith(".") || decimals.length > decimalsOf(currency)) return null;
  const amount = Number(`${whole}.${decimals || "0"}`);
  return amount > 0 ? amount : null;
}

/** The same for a contract: undefined where nothing was typed, and what is no amount is refused by it. */
export function amountInput(text: string, currency: string): number | undefined {
  return text.trim() === "" ? undefined : (readAmountText(text, currency) ?? Number.NaN);
}
