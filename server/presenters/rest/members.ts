import type { FundingRecord, IssuedCard, ListedMember, NewCard, OwnedAccount } from "@/server/domain/members";
import { presentAccount } from "../shared/accounts";
import { presentAmount, presentDate, presentDay, presentMetadata } from "../shared/values";

export function presentMemberRecord({ id, name, externalId, email, metadata, createdAt, erasedAt }: ListedMember) {
  return {
    id,
    name,
    externalId,
    email,
    metadata: presentMetadata(metadata),
    createdAt: presentDate(createdAt),
    erasedAt: presentDate(erasedAt),
  };
}

export function presentAccountRecord(account: OwnedAccount) {
  return {
    ...presentAccount(account),
    member: account.memberId,
    status: account.status,
    createdAt: presentDate(account.createdAt),
  };
}

export function presentFunding({
  id,
  accountId,
  memberId,
  currency,
  amountMinor,
  kind,
  reference,
  reversesId,
  reversedById,
  createdAt,
}: FundingRecord) {
  return {
    id,
    account: accountId,
    member: memberId,
    currency,
    amount: presentAmount(amountMinor, currency),
    kind,
    bankReference: reference,
    reverses: reversesId,
    reversedBy: reversedById,
    createdAt: presentDate(createdAt),
  };
}

export function presentCardRecord(card: IssuedCard) {
  const { id, accountId, memberId, currency, last4, status, frozenBy, expiresOn, dailyCountLimit, allowedMccs } = card;
  const limit = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency));
  return {
    id,
    account: accountId,
    member: memberId,
    currency,
    last4,
    status,
    frozenBy,
    expiresOn: presentDay(expiresOn),
    perTransactionLimit: limit(card.perTransactionLimitMinor),
    dailyAmountLimit: limit(card.dailyAmountLimitMinor),
    dailyCountLimit,
    allowedMccs: [...allowedMccs],
    createdAt: presentDate(card.createdAt),
  };
}

export function presentNewCard(card: NewCard) {
  return { ...presentCardRecord(card), panToken: card.panToken };
}
