import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/onboarding/cards";
import type { ApiKeyCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import {
  cardList,
  changeIssuedCard,
  getIssuedCard,
  issueCard,
  type NewCard,
  readCardRules,
  replaceCard,
} from "@/server/domain/members";
import { readAmount } from "@/server/platform/money";
import { presentCardRecord, presentNewCard } from "@/server/presenters/rest/members";

const PAN_TOKEN = {
  field: "panToken",
  what: "The panToken",
  replacing: ({ id: cardId, account: id }: { readonly id: string; readonly account: string }) => ({
    contract: contracts.replaceCard,
    params: { id, cardId },
  }),
};

export const issueCardEndpoint = tenantEndpoint({
  contract: contracts.issueCard,
  input: ({ params, body: { perTransactionLimit, dailyAmountLimit, dailyCountLimit = null, allowedMccs = [] } }) => ({
    accountId: params.id,
    rules: {
      perTransactionLimit: perTransactionLimit === undefined ? null : readAmount(perTransactionLimit),
      dailyAmountLimit: dailyAmountLimit === undefined ? null : readAmount(dailyAmountLimit),
      dailyCountLimit,
      allowedMccs,
    },
  }),
  execute: async (caller: ApiKeyCaller, { accountId, rules }, claim: IdempotencyClaim<NewCard> | null) =>
    issueCard(caller, { accountId, ...(await readCardRules(caller, accountId, rules)) }, claim),
  present: (card) => answer(201, presentNewCard(card)),
  secret: PAN_TOKEN,
});

export const listCardsEndpoint = tenantList(contracts.listCards, cardList, presentCardRecord);

export const getCardEndpoint = tenantEndpoint({
  contract: contracts.getCard,
  input: ({ params }) => ({ accountId: params.id, cardId: params.cardId }),
  execute: getIssuedCard,
  present: (card) => answer(200, presentCardRecord(card)),
});

const readLimit = (amount: number | null | undefined) => (typeof amount === "number" ? readAmount(amount) : amount);

export const updateCardEndpoint = tenantEndpoint({
  contract: contracts.updateCard,
  input: ({ params, body: { status, perTransactionLimit, dailyAmountLimit, ...rest } }) => ({
    accountId: params.id,
    cardId: params.cardId,
    status,
    rules: {
      ...rest,
      perTransactionLimit: readLimit(perTransactionLimit),
      dailyAmountLimit: readLimit(dailyAmountLimit),
    },
  }),
  execute: changeIssuedCard,
  present: (card) => answer(200, presentCardRecord(card)),
});

export const replaceCardEndpoint = tenantEndpoint({
  contract: contracts.replaceCard,
  input: ({ params }) => ({ accountId: params.id, cardId: params.cardId }),
  execute: replaceCard,
  present: (card) => answer(201, presentNewCard(card)),
  secret: PAN_TOKEN,
});
