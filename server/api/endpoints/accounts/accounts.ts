import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/accounts";
import { getAccountBalance, getAccountEntries, listAccountRecords, listStatements } from "@/server/domain/queries";
import {
  presentAccountBalance,
  presentAccountEntries,
  presentAccountStatements,
} from "@/server/presenters/rest/accounts";
import { presentAccountRecord } from "@/server/presenters/rest/members";
import { presentPage } from "@/server/presenters/rest/pages";
import { readPosition, readSpan } from "../records/read-filter";

export const listAllAccountsEndpoint = tenantEndpoint({
  contract: contracts.listAllAccounts,
  input: ({ query: { member = null, currency = null, status = null, nonZero, ...page } }) => ({
    ...readPosition(page),
    member,
    currency,
    status,
    isNonZero: nonZero === true,
  }),
  execute: listAccountRecords,
  present: (page) => answer(200, presentPage(page, presentAccountRecord)),
});

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
  input: ({ params, query }) => ({ id: params.id, asOf: query.asOf === undefined ? null : new Date(query.asOf) }),
  execute: getAccountBalance,
  present: (balance) => answer(200, presentAccountBalance(balance)),
});

export const listAccountStatementsEndpoint = tenantEndpoint({
  contract: contracts.listAccountStatements,
  input: ({ params }) => ({ id: params.id }),
  execute: listStatements,
  present: (statements) => answer(200, presentAccountStatements(statements)),
});
