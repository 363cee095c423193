import { DEFAULT_CURRENCY } from "@/server/contracts/currencies";
import { type Currency, type DecimalAmount, toMinor } from "@/server/platform/money";

/** By their decimals: two, three, and four, which are the most there are. */
const BY_DECIMALS = [DEFAULT_CURRENCY, "KWD", "CLF"] as const satisfies readonly Currency[];

/**
 * The currency of a decline where no one was named and nothing is there that would pay: dollars, or one with as many
 * decimals as were written. A refusal instead would reveal, without counting as a miss, that a code is unknown.
 */
export function fallbackCurrency(...amounts: readonly (DecimalAmount | null)[]): Currency {
  const holdsAll = (currency: Currency) =>
    amounts.every((amount) => amount === null || toMinor(amount, currency) !== null);
  return BY_DECIMALS.find(holdsAll) ?? DEFAULT_CURRENCY;
}
