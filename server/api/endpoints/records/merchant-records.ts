import { answer, merchantEndpoint } from "@/server/api/kit/endpoint";
import { merchantList, readPosition, readSpan } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/merchant-records";
import type { MerchantCaller } from "@/server/domain/caller";
import {
  authorizationRecordList,
  balanceList,
  batchLineList,
  batchList,
  captureList,
  getBatchRecord,
  listBalanceTransactions,
  payoutList,
  refundList,
} from "@/server/domain/queries";
import { presentFirstAuthorization } from "@/server/presenters/rest/authorizations";
import { presentBalance, presentBalanceTransactions } from "@/server/presenters/rest/balances";
import { presentCaptureRecord, presentRefundRecord } from "@/server/presenters/rest/records";
import { presentBatchLine, presentBatchRecord, presentPayout } from "@/server/presenters/rest/settlement";

export const listMerchantAuthorizationsEndpoint = merchantList(
  contracts.listMerchantAuthorizations,
  authorizationRecordList,
  presentFirstAuthorization,
);

export const listTransactionsEndpoint = merchantList(contracts.listTransactions, captureList, presentCaptureRecord);

export const listMerchantRefundsEndpoint = merchantList(contracts.listMerchantRefunds, refundList, presentRefundRecord);

export const listSettlementsEndpoint = merchantList(contracts.listSettlements, batchList, presentBatchRecord);

export const listMerchantLinesEndpoint = merchantList(
  contracts.listMerchantLines,
  async (caller: MerchantCaller, { batchId: id }: { readonly batchId: string }) =>
    batchLineList(caller, await getBatchRecord(caller, { id })),
  presentBatchLine,
);

export const listMerchantPayoutsEndpoint = merchantList(contracts.listMerchantPayouts, payoutList, presentPayout);

export const getMerchantBalancesEndpoint = merchantList(contracts.getMerchantBalances, balanceList, presentBalance);

export const listMerchantEntriesEndpoint = merchantEndpoint({
  contract: contracts.listMerchantEntries,
  input: ({ body }) => ({ ...readPosition(body), ...readSpan(body.created), currency: body.currency }),
  execute: (caller: MerchantCaller, input) =>
    listBalanceTransactions(caller, { ...input, merchant: caller.merchantId }),
  present: (page) => answer(200, presentBalanceTransactions(page)),
});
