import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/balances";
import { listBalanceRecords, listBalanceTransactions } from "@/server/domain/queries";
import { presentBalance, presentBalanceTransactions } from "@/server/presenters/rest/balances";
import { presentPage } from "@/server/presenters/rest/pages";
import { readPosition, readSpan } from "../records/read-filter";

export const listBalancesEndpoint = tenantEndpoint({
  contract: contracts.listBalances,
  input: ({ query }) => ({
    ...readPosition(query),
    merchant: query.merchant ?? null,
    currency: query.currency ?? null,
  }),
  execute: listBalanceRecords,
  present: (page) => answer(200, presentPage(page, presentBalance)),
});

export const listBalanceTransactionsEndpoint = tenantEndpoint({
  contract: contracts.listBalanceTransactions,
  input: ({ query }) => {
    const { merchant, currency, created } = query;
    return { ...readPosition(query), ...readSpan(created), merchant, currency };
  },
  execute: listBalanceTransactions,
  present: (page) => answer(200, presentBalanceTransactions(page)),
});
