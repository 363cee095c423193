import type { ListedApproval } from "@/server/domain/queries";
import { presentAmount, presentDate } from "../shared/values";

function stateOf({ isApproved, expiresAt }: ListedApproval, now: Date) {
  if (isApproved !== null) return isApproved ? ("approved" as const) : ("rejected" as const);
  return expiresAt > now ? ("waiting" as const) : ("expired" as const);
}

export function presentHeldChange(approval: ListedApproval, now: Date) {
  const { amountMinor, currency, askedAt, expiresAt, decidedAt, isApproved: _, ...shown } = approval;
  return {
    ...shown,
    state: stateOf(approval, now),
    money:
      amountMinor === null || currency === null ? null : { amount: presentAmount(amountMinor, currency), currency },
    askedAt: presentDate(askedAt),
    expiresAt: presentDate(expiresAt),
    decidedAt: presentDate(decidedAt),
  };
}
