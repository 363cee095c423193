import { z } from "zod";
import { CurrencyField } from "@/server/contracts/fields";
import { defineOperation } from "../operation";
import { CreatedField, MerchantFilter, pageInQuery } from "./list-fields";
import { batchExample, lineExamples, payoutExample } from "./settlement-examples";
import { BatchLineList, BatchRecord, BatchRecordList, PayoutRecord, PayoutRecordList } from "./settlement-schemas";

const shared = { tag: "Settlement", auth: "tenant" } as const;

const PathBatch = z.object({
  id: z.string().meta({ description: "The batchId.", examples: [batchExample.batchId] }),
});
const PathPayout = z.object({
  id: z.string().meta({ description: "The payoutId.", examples: [payoutExample.payoutId] }),
});

const settledInQuery = {
  created: CreatedField,
  merchant: MerchantFilter,
  currency: CurrencyField.optional(),
  ...pageInQuery,
};

export const listBatches = defineOperation({
  ...shared,
  id: "listSettlementBatches",
  method: "GET",
  path: "/v1/settlement-batches",
  summary: "List settlement batches",
  description: "Batches of all merchants, newest first, whether closed at the end of a day or on request.",
  idempotency: "none",
  query: z.object(settledInQuery),
  responses: {
    200: { description: "A page.", schema: BatchRecordList, example: { data: [batchExample], hasMore: false } },
  },
  errors: ["invalid_reference"],
});

export const getBatch = defineOperation({
  ...shared,
  id: "getSettlementBatch",
  method: "GET",
  path: "/v1/settlement-batches/{id}",
  summary: "Get a settlement batch",
  description: "Returns the batch’s totals. A closed batch never changes.",
  idempotency: "none",
  params: PathBatch,
  responses: { 200: { description: "The batch.", schema: BatchRecord, example: batchExample } },
  errors: ["settlement_batch_not_found"],
});

export const listBatchLines = defineOperation({
  ...shared,
  id: "listSettlementLines",
  method: "GET",
  path: "/v1/settlement-batches/{id}/lines",
  summary: "List the lines of a batch",
  description:
    "Every capture and refund the batch settled, oldest first. Their net adds up to captured − refunded − fee.",
  idempotency: "none",
  params: PathBatch,
  query: z.object(pageInQuery),
  responses: {
    200: { description: "A page.", schema: BatchLineList, example: { data: lineExamples, hasMore: false } },
  },
  errors: ["settlement_batch_not_found", "invalid_reference"],
});

export const listPayouts = defineOperation({
  ...shared,
  id: "listPayouts",
  method: "GET",
  path: "/v1/payouts",
  summary: "List payouts",
  description: "Payouts to all merchants, newest first.",
  idempotency: "none",
  query: z.object(settledInQuery),
  responses: {
    200: { description: "A page.", schema: PayoutRecordList, example: { data: [payoutExample], hasMore: false } },
  },
  errors: ["invalid_reference"],
});

export const getPayout = defineOperation({
  ...shared,
  id: "getPayout",
  method: "GET",
  path: "/v1/payouts/{id}",
  summary: "Get a payout",
  description: "Returns the payout with the batch it pays out.",
  idempotency: "none",
  params: PathPayout,
  responses: { 200: { description: "The payout.", schema: PayoutRecord, example: payoutExample } },
  errors: ["payout_not_found"],
});
