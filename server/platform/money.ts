import { type Currency, decimalsOf, isCurrency, minorText } from "@/server/contracts/currencies";

/** Server code imports money from this file; browsers read the currency table directly. */
export { type Currency, decimalsOf, isCurrency };

declare const brand: unique symbol;

/** The exact amount as sent, before a currency limits its decimals. */
export type DecimalAmount = string & { readonly [brand]: "DecimalAmount" };

/** For a column that only validated currencies are written to. */
export function parseCurrency(code: string): Currency {
  if (!isCurrency(code)) throw new TypeError(`not a currency of the network: ${code}`);
  return code;
}

/**
 * Converts a JSON number to an exact decimal. JavaScript's shortest text of a double equals what was typed up to 15 digits;
 * contracts limit amounts to 0.0001 … 9,999,999,999.99, so no exponent occurs.
 */
export function readAmount(value: number): DecimalAmount {
  const text = String(value);
  if (!/^\d+(\.\d+)?$/.test(text)) throw new TypeError("amount out of the contract's range");
  return text as DecimalAmount;
}

/** An amount without a currency in ten-thousandths, the smallest unit of any currency, for comparisons. */
export function readTenThousandths(value: number): bigint {
  const [whole = "0", fraction = ""] = readAmount(value).split(".");
  return BigInt(whole + fraction.padEnd(4, "0"));
}

export function readOptionalAmount(value: number | undefined): DecimalAmount | null {
  return value === undefined ? null : readAmount(value);
}

/** Minor units; null if the amount has more decimals than the currency or is zero. */
export function toMinor(amount: DecimalAmount, currency: Currency): bigint | null {
  const [whole = "0", fraction = ""] = amount.split(".");
  const digits = decimalsOf(currency);
  if (fraction.length > digits) return null;
  const minor = BigInt(whole + fraction.padEnd(digits, "0"));
  return minor > 0n ? minor : null;
}

/** Minor units to the nearest JSON number. All amounts in responses come from here. */
export function formatAmount(minor: bigint, currency: string): number {
  return Number(amountText(minor, currency));
}

/** With all decimals of the currency, for machines: `7.50`, `-700`. */
export function amountText(minor: bigint, currency: string): string {
  return minorText(minor, parseCurrency(currency));
}
