import { getEnv } from "@/server/platform/env";
import { type Currency, readAmount, toMinor } from "@/server/platform/money";

/** Whether so much for live accounts, of one operator within a day, takes a second one. */
export function needsSecondOperator(amountMinor: bigint, currency: Currency): boolean {
  const { others, ofCurrency } = getEnv().SECOND_OPERATOR_ABOVE;
  const limit = ofCurrency[currency] ?? others;
  if (limit === "none") return false;
  // Nothing comes to no minor units, which `toMinor` takes for none.
  return amountMinor > (toMinor(readAmount(limit), currency) ?? 0n);
}

const TIERS = ["sandbox", "standard", "plus", "network"] as const;
type Tier = (typeof TIERS)[number];

/** Whether a live tenant's way to that tier takes a second operator: up, and beyond what anyone who pays starts with. */
export function isHigherTier(from: Tier, to: Tier): boolean {
  return TIERS.indexOf(to) > Math.max(TIERS.indexOf(from), TIERS.indexOf("standard"));
}
