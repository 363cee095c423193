import type { IssuedCard, ListedMember } from "@/server/domain/members";
import type { WalletAccess } from "@/server/domain/queries";
import { presentCardRecord, presentMemberRecord } from "../rest/members";
import { presentCategory } from "../shared/codes";
import { presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentDate } from "../shared/values";

export function presentMember(member: ListedMember) {
  const { isShared, currencies, cards } = member;
  return { ...presentMemberRecord(member), isShared, currencies, cards: Number(cards) };
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
  const { panToken, allowedMccs, alwaysDeclinesWith } = card;
  const allowedCategories = allowedMccs.map(presentCategory);
  return { ...presentCardRecord(card), panToken, allowedCategories, alwaysDeclinesWith };
}
