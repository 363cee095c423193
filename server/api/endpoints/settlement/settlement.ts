import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/reading-back/settlement";
import type { ApiKeyCaller } from "@/server/domain/caller";
import { batchLineList, batchList, getBatchRecord, getPayoutRecord, payoutList } from "@/server/domain/queries";
import { presentBatchLine, presentBatchRecord, presentPayout } from "@/server/presenters/rest/settlement";

export const listBatchesEndpoint = tenantList(contracts.listBatches, batchList, presentBatchRecord);

export const getBatchEndpoint = tenantEndpoint({
  contract: contracts.getBatch,
  input: ({ params }) => params,
  execute: getBatchRecord,
  present: (batch) => answer(200, presentBatchRecord(batch)),
});

export const listBatchLinesEndpoint = tenantList(
  contracts.listBatchLines,
  async (caller: ApiKeyCaller, { id }: { readonly id: string }) =>
    batchLineList(caller, await getBatchRecord(caller, { id })),
  presentBatchLine,
);

export const listPayoutsEndpoint = tenantList(contracts.listPayouts, payoutList, presentPayout);

export const getPayoutEndpoint = tenantEndpoint({
  contract: contracts.getPayout,
  input: ({ params }) => params,
  execute: getPayoutRecord,
  present: (batch) => answer(200, presentPayout(batch)),
});
