import type { IssuedCard, ListedMember } from "@/server/domain/members";
import type { WalletAccess } from "@/server/domain/team";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentMember({ id, name, isShared, currencies, cards, createdAt }: ListedMember) {
  return { id, name, isShared, currencies, cards: Number(cards), createdAt: presentDate(createdAt) };
}

export function presentWalletAccess({ login, invited }: WalletAccess) {
  return { login, invited: invited && { email: invited.email, expiresAt: presentDate(invited.expiresAt) } };
}

export function presentIssuedCard(card: IssuedCard, now: Date) {
  const { id, accountId, currency, last4, panToken, status, expiresOn, dailyCountLimit, allowedMccs } = card;
  const limit = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency));
  return {
    id,
    account: accountId,
    currency,
    last4,
    panToken,
    status,
    isExpired: expiresOn <= now,
    expiresOn: presentDay(expiresOn),
    perTransactionLimit: limit(card.perTransactionLimitMinor),
    dailyAmountLimit: limit(card.dailyAmountLimitMinor),
    dailyCountLimit,
    allowedMccs,
    alwaysDeclinesWith: card.alwaysDeclinesWith,
    createdAt: presentDate(card.createdAt),
  };
}
