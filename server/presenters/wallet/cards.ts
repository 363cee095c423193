import type { MemberCard } from "@/server/domain/members";
import type { Currency } from "@/server/platform/money";
import { presentAmount, presentDay } from "../shared/values";

function presentLimits(limits: MemberCard["limits"], currency: Currency) {
  const amount = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency));
  return {
    perTransaction: amount(limits.perTransactionMinor),
    dailyAmount: amount(limits.dailyAmountMinor),
    dailyCount: limits.dailyCount,
  };
}

/** A card to its member: never its token, which spends. */
export function presentCard(card: MemberCard, isShared: boolean) {
  return {
    id: card.id,
    /** Everyone’s test card: it stays as it is documented. */
    isShared,
    account: card.accountId,
    currency: card.currency,
    name: card.name,
    tint: card.tint,
    status: card.status,
    frozenBy: card.frozenBy,
    /** First day on which it no longer works. */
    expiresOn: presentDay(card.expiresOn),
    /** The member's own; the issuer's stand beside them, and the lower one counts. */
    limits: presentLimits(card.limits, card.currency),
    issuerLimits: presentLimits(card.issuerLimits, card.currency),
    usedToday: presentAmount(card.usedTodayMinor, card.currency),
    usesToday: card.usesToday,
    lastUsedOn: presentDay(card.lastUsedOn),
  };
}
