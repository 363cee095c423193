import { decimalsOf } from "@/server/contracts/currencies";

/** `12.50` or `12,50` as a number; null for what is none, or has more decimals than the currency. */
export function readAmountText(text: string, currency: string): number | null {
  const [whole = "", decimals = "", ...more] = text.trim().replace(",", ".").split(".");
  if (more.length > 0 || !/^\d{1,10}$/.test(whole) || !/^\d*$/.test(decimals)) return null;
  if (text.trim().endsWith(".") || decimals.length > decimalsOf(currency)) return null;
  const amount = Number(`${whole}.${decimals || "0"}`);
  return amount > 0 ? amount : null;
}

/** The same for a contract: undefined where nothing was typed, and what is no amount is refused by it. */
export function amountInput(text: string, currency: string): number | undefined {
  return text.trim() === "" ? undefined : (readAmountText(text, currency) ?? Number.NaN);
}
