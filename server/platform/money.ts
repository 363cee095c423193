import { type Currency, decimalsOf, isCurrency, minorText } from "@/server/contracts/currencies";

/** Money on the server comes from this one file; the table itself is read in browsers as well. */
export { type Currency, isCurrency };

declare const brand: unique symbol;

/** An amount as its caller wrote it, exact, before a currency has said how many decimals it may have. */
export type DecimalAmount = string & { readonly [brand]: "DecimalAmount" };

/** For a currency read back from a column that only a checked currency was written to. */
export function parseCurrency(code: string): Currency {
  if (!isCurrency(code)) throw new TypeError(`not a currency of the network: ${code}`);
  return code;
}

/**
 * A JSON number to an exact decimal. JavaScript's shortest text of a double is what the caller typed, as long as that
 * had at most 15 digits; the contracts bound amounts to 0.0001 … 9,999,999,999.99, so no exponent can appear.
 */
export function readAmount(value: number): DecimalAmount {
  const text = String(value);
  if (!/^\d+(\.\d+)?$/.test(text)) throw new TypeError("amount out of the contract's range");
  return text as DecimalAmount;
}

/** An amount without a currency in the smallest unit that any has, so that amounts of all compare with it. */
export function readTenThousandths(value: number): bigint {
  const [whole = "0", fraction = ""] = readAmount(value).split(".");
  return BigInt(whole + fraction.padEnd(4, "0"));
}

/** As above, of an amount that may be left out. */
export function readOptionalAmount(value: number | undefined): DecimalAmount | null {
  return value === undefined ? null : readAmount(value);
}

/** Minor units, or null when the amount has more decimals than the currency or comes to nothing. */
export function toMinor(amount: DecimalAmount, currency: Currency): bigint | null {
  const [whole = "0", fraction = ""] = amount.split(".");
  const digits = decimalsOf(currency);
  if (fraction.length > digits) return null;
  const minor = BigInt(whole + fraction.padEnd(digits, "0"));
  return minor > 0n ? minor : null;
}

/** Minor units to the JSON number nearest to them: the only way an amount leaves. */
export function formatAmount(minor: bigint, currency: string): number {
  return Number(amountText(minor, currency));
}

/** All decimals of the currency, as programs write it: `7.50`, `-700`. */
export function amountText(minor: bigint, currency: string): string {
  return minorText(minor, parseCurrency(currency));
}
