import type { IssuedCard, ListedMember } from "@/server/domain/members";
import type { WalletAccess } from "@/server/domain/queries";
import { presentCategory } from "../shared/codes";
import { presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentMember({ id, name, isShared, currencies, cards, createdAt }: ListedMember) {
  return { id, name, isShared, currencies, cards: Number(cards), createdAt: presentDate(createdAt) };
}

export const MEMBER_CELLS: Cells<ReturnType<typeof presentMember>> = {
  created_utc: ({ createdAt }) => createdAt,
  member_id: ({ id }) => presentCsvCell(id),
  name: ({ name }) => presentCsvCell(name),
  currencies: ({ currencies }) => presentCsvCell(currencies.join(" ")),
  open_cards: ({ cards }) => presentCsvCell(cards),
};

export function presentWalletAccess({ login, invited }: WalletAccess) {
  return { login, invited: invited && { email: invited.email, expiresAt: presentDate(invited.expiresAt) } };
}

export function presentIssuedCard(card: IssuedCard) {
  const { id, accountId, currency, last4, panToken, status, frozenBy, expiresOn, dailyCountLimit } = card;
  const limit = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency));
  return {
    id,
    account: accountId,
    currency,
    last4,
    panToken,
    status,
    frozenBy,
    expiresOn: presentDay(expiresOn),
    perTransactionLimit: limit(card.perTransactionLimitMinor),
    dailyAmountLimit: limit(card.dailyAmountLimitMinor),
    dailyCountLimit,
    allowedCategories: card.allowedMccs.map(presentCategory),
    alwaysDeclinesWith: card.alwaysDeclinesWith,
    createdAt: presentDate(card.createdAt),
  };
}
