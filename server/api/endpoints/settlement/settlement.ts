import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/settlement";
import {
  getBatchRecord,
  getPayoutRecord,
  listBatchLines,
  listBatchRecords,
  listPayoutRecords,
} from "@/server/domain/queries";
import { presentPage } from "@/server/presenters/rest/pages";
import { presentBatchLine, presentBatchRecord, presentPayout } from "@/server/presenters/rest/settlement";
import { readBatchFilter, readPayoutFilter, readPosition } from "../records/read-filter";

export const listBatchesEndpoint = tenantEndpoint({
  contract: contracts.listBatches,
  input: ({ query }) => readBatchFilter(query),
  execute: listBatchRecords,
  present: (page) => answer(200, presentPage(page, presentBatchRecord)),
});

export const getBatchEndpoint = tenantEndpoint({
  contract: contracts.getBatch,
  input: ({ params }) => ({ batchId: params.id }),
  execute: getBatchRecord,
  present: (batch) => answer(200, presentBatchRecord(batch)),
});

export const listBatchLinesEndpoint = tenantEndpoint({
  contract: contracts.listBatchLines,
  input: ({ params, query }) => ({ batchId: params.id, ...readPosition(query) }),
  execute: listBatchLines,
  present: (page) => answer(200, presentPage(page, presentBatchLine)),
});

export const listPayoutsEndpoint = tenantEndpoint({
  contract: contracts.listPayouts,
  input: ({ query }) => readPayoutFilter(query),
  execute: listPayoutRecords,
  present: (page) => answer(200, presentPage(page, presentPayout)),
});

export const getPayoutEndpoint = tenantEndpoint({
  contract: contracts.getPayout,
  input: ({ params }) => ({ payoutId: params.id }),
  execute: getPayoutRecord,
  present: (batch) => answer(200, presentPayout(batch)),
});
