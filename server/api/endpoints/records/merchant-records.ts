import { answer, merchantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/merchant-records";
import type { MerchantCaller } from "@/server/domain/caller";
import {
  listAuthorizationRecords,
  listBalanceRecords,
  listBalanceTransactions,
  listBatchLines,
  listBatchRecords,
  listCaptureRecords,
  listPayoutRecords,
  listRefundRecords,
} from "@/server/domain/queries";
import { presentFirstAuthorization } from "@/server/presenters/rest/authorizations";
import { presentBalance, presentBalanceTransactions } from "@/server/presenters/rest/balances";
import { presentPage } from "@/server/presenters/rest/pages";
import { presentCaptureRecord, presentRefundRecord } from "@/server/presenters/rest/records";
import { presentBatchLine, presentBatchRecord, presentPayout } from "@/server/presenters/rest/settlement";
import {
  isSettledAs,
  readBatchFilter,
  readPaymentFilter,
  readPayoutFilter,
  readPosition,
  readSpan,
} from "./read-filter";

export const listMerchantAuthorizationsEndpoint = merchantEndpoint({
  contract: contracts.listMerchantAuthorizations,
  input: ({ body }) => ({ ...readPaymentFilter(body), status: body.status ?? null, isOpen: body.open === true }),
  execute: listAuthorizationRecords,
  present: (page, { now }) =>
    answer(
      200,
      presentPage(page, (row) => presentFirstAuthorization(row, now)),
    ),
});

export const listTransactionsEndpoint = merchantEndpoint({
  contract: contracts.listTransactions,
  input: ({ body }) => ({ ...readPaymentFilter(body), isSettled: isSettledAs(body.status) }),
  execute: listCaptureRecords,
  present: (page) => answer(200, presentPage(page, presentCaptureRecord)),
});

export const listMerchantRefundsEndpoint = merchantEndpoint({
  contract: contracts.listMerchantRefunds,
  input: ({ body }) => ({ ...readPaymentFilter(body), isSettled: isSettledAs(body.status) }),
  execute: listRefundRecords,
  present: (page) => answer(200, presentPage(page, presentRefundRecord)),
});

export const listSettlementsEndpoint = merchantEndpoint({
  contract: contracts.listSettlements,
  input: ({ body }) => readBatchFilter(body),
  execute: listBatchRecords,
  present: (page) => answer(200, presentPage(page, presentBatchRecord)),
});

export const listMerchantLinesEndpoint = merchantEndpoint({
  contract: contracts.listMerchantLines,
  input: ({ body }) => ({ batchId: body.batchId, ...readPosition(body) }),
  execute: listBatchLines,
  present: (page) => answer(200, presentPage(page, presentBatchLine)),
});

export const listMerchantPayoutsEndpoint = merchantEndpoint({
  contract: contracts.listMerchantPayouts,
  input: ({ body }) => readPayoutFilter(body),
  execute: listPayoutRecords,
  present: (page) => answer(200, presentPage(page, presentPayout)),
});

export const getMerchantBalancesEndpoint = merchantEndpoint({
  contract: contracts.getMerchantBalances,
  input: ({ body }) => ({ ...readPosition(body), merchant: null, currency: body.currency ?? null }),
  execute: listBalanceRecords,
  present: (page) => answer(200, presentPage(page, presentBalance)),
});

export const listMerchantEntriesEndpoint = merchantEndpoint({
  contract: contracts.listMerchantEntries,
  input: ({ body }) => ({ ...readPosition(body), ...readSpan(body.created), currency: body.currency }),
  execute: (caller: MerchantCaller, input) =>
    listBalanceTransactions(caller, { ...input, merchant: caller.merchantId }),
  present: (page) => answer(200, presentBalanceTransactions(page)),
});
