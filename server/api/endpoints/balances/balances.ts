import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { readPosition, readSpan, tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/balances";
import { balanceList, listBalanceTransactions } from "@/server/domain/queries";
import { presentBalance, presentBalanceTransactions } from "@/server/presenters/rest/balances";

export const listBalancesEndpoint = tenantList(contracts.listBalances, balanceList, presentBalance);

export const listBalanceTransactionsEndpoint = tenantEndpoint({
  contract: contracts.listBalanceTransactions,
  input: ({ query }) => {
    const { merchant, currency, created } = query;
    return { ...readPosition(query), ...readSpan(created), merchant, currency };
  },
  execute: listBalanceTransactions,
  present: (page) => answer(200, presentBalanceTransactions(page)),
});
