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

/** Never contains the panToken, which can spend. */
export function presentCard(card: MemberCard, isShared: boolean) {
  return {
    id: card.id,
    /** A shared demo card, which can't be changed. */
    isShared,
    account: card.accountId,
    currency: card.currency,
    name: card.name,
    tint: card.tint,
    status: card.status,
    frozenBy: card.frozenBy,
    /** First day on which the card no longer works. */
    expiresOn: presentDay(card.expiresOn),
    /** The member's own limits. The issuer's apply as well; the lower one counts. */
    limits: presentLimits(card.limits, card.currency),
    issuerLimits: presentLimits(card.issuerLimits, card.currency),
    usedToday: presentAmount(card.usedTodayMinor, card.currency),
    usesToday: card.usesToday,
    lastUsedOn: presentDay(card.lastUsedOn),
  };
}
