import { getEnv } from "@/server/platform/env";
import { type Currency, readAmount, toMinor } from "@/server/platform/money";

/** Whether this amount for live accounts, by one operator within a day, needs a second operator. */
export function needsSecondOperator(amountMinor: bigint, currency: Currency): boolean {
  const { others, ofCurrency } = getEnv().SECOND_OPERATOR_ABOVE;
  const limit = ofCurrency[currency] ?? others;
  if (limit === "none") return false;
  // `toMinor` returns null for a limit of 0.
  return amountMinor > (toMinor(readAmount(limit), currency) ?? 0n);
}

const TIERS = ["sandbox", "standard", "plus", "network"] as const;
type Tier = (typeof TIERS)[number];

/** Whether a live tenant's change of tier needs a second operator: upward, and beyond what paying tenants start with. */
export function isHigherTier(from: Tier, to: Tier): boolean {
  return TIERS.indexOf(to) > Math.max(TIERS.indexOf(from), TIERS.indexOf("standard"));
}
