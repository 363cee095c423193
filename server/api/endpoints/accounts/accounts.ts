import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { readPosition, readSpan, tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/accounts";
import { accountList, getAccountBalance, getAccountEntries, listStatements } from "@/server/domain/queries";
import {
  presentAccountBalance,
  presentAccountEntries,
  presentAccountStatements,
} from "@/server/presenters/rest/accounts";
import { presentAccountRecord } from "@/server/presenters/rest/members";

export const listAllAccountsEndpoint = tenantList(contracts.listAllAccounts, accountList, presentAccountRecord);

export const listAccountEntriesEndpoint = tenantEndpoint({
  contract: contracts.listAccountEntries,
  input: ({ params, query: { created, ...page } }) => ({
    id: params.id,
    ...readPosition(page),
    ...readSpan(created),
  }),
  execute: getAccountEntries,
  present: (page) => answer(200, presentAccountEntries(page)),
});

export const getAccountBalanceEndpoint = tenantEndpoint({
  contract: contracts.getAccountBalance,
  input: ({ params, query }) => ({ id: params.id, asOf: query.asOf ?? null }),
  execute: getAccountBalance,
  present: (balance) => answer(200, presentAccountBalance(balance)),
});

export const listAccountStatementsEndpoint = tenantEndpoint({
  contract: contracts.listAccountStatements,
  input: ({ params }) => ({ id: params.id }),
  execute: listStatements,
  present: (statements) => answer(200, presentAccountStatements(statements)),
});
