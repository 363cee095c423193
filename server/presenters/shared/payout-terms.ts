import type { PayoutTerms } from "@/server/domain/payouts";
import { presentAmount } from "./values";

export function presentPayoutTerms({ currency, smallestMinor, feeMinor, feePayer }: PayoutTerms) {
  return {
    currency,
    smallest: presentAmount(smallestMinor, currency),
    fee: presentAmount(feeMinor, currency),
    feePayer,
  };
}
