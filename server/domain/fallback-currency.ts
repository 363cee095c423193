import { DEFAULT_CURRENCY } from "@/server/contracts/currencies";
import { type Currency, type DecimalAmount, toMinor } from "@/server/platform/money";

/** One each with two, three, and four decimals, the most there are. */
const BY_DECIMALS = [DEFAULT_CURRENCY, "KWD", "CLF"] as const satisfies readonly Currency[];

/**
 * Currency of a decline when none was named and no payer is known: dollars, or one with as many decimals as were written. An
 * error instead would reveal that a code is unknown, without counting as a failed look-up.
 */
export function fallbackCurrency(...amounts: readonly (DecimalAmount | null)[]): Currency {
  const holdsAll = (currency: Currency) =>
    amounts.every((amount) => amount === null || toMinor(amount, currency) !== null);
  return BY_DECIMALS.find(holdsAll) ?? DEFAULT_CURRENCY;
}
