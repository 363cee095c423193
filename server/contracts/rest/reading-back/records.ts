import { z } from "zod";
import { defineOperation } from "../operation";
import { paymentsInQuery } from "./list-fields";
import { captureExample, refundExample } from "./record-examples";
import {
  CaptureRecord,
  CaptureRecordList,
  CaptureRecordStatus,
  RefundRecord,
  RefundRecordList,
  RefundRecordStatus,
} from "./record-schemas";

const shared = { tag: "Captures and refunds", auth: "tenant" } as const;

const PathTransaction = z.object({
  id: z.string().meta({ description: "The transactionId.", examples: [captureExample.transactionId] }),
});
const PathRefund = z.object({
  id: z.string().meta({ description: "The refundId.", examples: [refundExample.refundId] }),
});

export const listCaptures = defineOperation({
  ...shared,
  id: "listCaptures",
  method: "GET",
  path: "/v1/transactions",
  summary: "List captures",
  description: "Captures of all merchants, newest first.",
  idempotency: "none",
  query: z.object({ status: CaptureRecordStatus.optional(), ...paymentsInQuery }),
  responses: {
    200: { description: "A page.", schema: CaptureRecordList, example: { data: [captureExample], hasMore: false } },
  },
  errors: ["invalid_reference"],
});

export const getCapture = defineOperation({
  ...shared,
  id: "getCapture",
  method: "GET",
  path: "/v1/transactions/{id}",
  summary: "Get a capture",
  description: "Returns the capture with how much of it was refunded and the batch and payout it settled in.",
  idempotency: "none",
  params: PathTransaction,
  responses: { 200: { description: "The capture.", schema: CaptureRecord, example: captureExample } },
  errors: ["transaction_not_found"],
});

export const listRefunds = defineOperation({
  ...shared,
  id: "listRefunds",
  method: "GET",
  path: "/v1/refunds",
  summary: "List refunds",
  description: "Refunds of all merchants, newest first.",
  idempotency: "none",
  query: z.object({ status: RefundRecordStatus.optional(), ...paymentsInQuery }),
  responses: {
    200: { description: "A page.", schema: RefundRecordList, example: { data: [refundExample], hasMore: false } },
  },
  errors: ["invalid_reference"],
});

export const getRefund = defineOperation({
  ...shared,
  id: "getRefund",
  method: "GET",
  path: "/v1/refunds/{id}",
  summary: "Get a refund",
  description: "Returns the refund with the captures it refunds and the batch and payout it settled in.",
  idempotency: "none",
  params: PathRefund,
  responses: { 200: { description: "The refund.", schema: RefundRecord, example: refundExample } },
  errors: ["refund_not_found"],
});
