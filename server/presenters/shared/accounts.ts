import { fundingReferenceOf } from "@/server/domain/bank";
import type { MemberAccount } from "@/server/domain/members";
import { presentAmount } from "./values";

export function presentAccount(account: MemberAccount) {
  const { id, currency, postedMinor, heldMinor, creditLimitMinor, fundingNumber } = account;
  return {
    id,
    currency,
    available: presentAmount(postedMinor - heldMinor + creditLimitMinor, currency),
    held: presentAmount(heldMinor, currency),
    posted: presentAmount(postedMinor, currency),
    fundingReference: fundingReferenceOf(fundingNumber),
  };
}
