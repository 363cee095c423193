import type { MemberAccount } from "@/server/domain/members";
import { presentAmount } from "./values";

export function presentAccount({ id, currency, postedMinor, heldMinor, creditLimitMinor }: MemberAccount) {
  return {
    id,
    currency,
    available: presentAmount(postedMinor - heldMinor + creditLimitMinor, currency),
    held: presentAmount(heldMinor, currency),
    posted: presentAmount(postedMinor, currency),
  };
}
