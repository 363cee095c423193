import { z } from "zod";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  listedId,
  payerFields,
  RecordIdField,
} from "@/server/contracts/fields";
import { Metadata } from "@/server/contracts/metadata";
import { ReversalReasonField } from "../authorization-schemas";
import { defineOperation, GET, ok, page } from "../operation";
import { InstrumentField, pageOf, paymentsInQuery } from "./list-fields";

const ofPayment = {
  currency: CurrencyField,
  authorizationId: AuthorizationIdField,
  recordId: RecordIdField.meta({ description: "Record id of the authorization." }),
  merchant: RecordIdField,
  card: RecordIdField.meta({ description: "Record id of the card, payment code, or agreement that paid." }),
  ...payerFields,
  instrument: InstrumentField,
  merchantReference: z.string().nullable(),
  metadata: Metadata.nullable().meta({ description: "The metadata of the authorization." }),
};

export const ofSettlement = {
  createdAt: DateTimeField,
  settledAt: DateTimeField.nullable(),
  batchId: RecordIdField.nullable().meta({
    description: "The settlement batch. Null until the batch is closed.",
  }),
  payoutId: RecordIdField.nullable().meta({
    description: "The batch’s payout. Null if there was none.",
  }),
};

export const CaptureRecordStatus = z.enum(["PendingSettlement", "Captured"]).meta({
  description: "PendingSettlement until its batch settles.",
});

export const ofCapture = {
  transactionId: RecordIdField,
  status: CaptureRecordStatus,
  amount: AmountOutput,
  refunded: AmountOutput,
  refundable: AmountOutput.meta({ description: "Captured and not yet refunded." }),
};

const CaptureRecord = z
  .strictObject({
    id: listedId("transactionId"),
    ...ofCapture,
    ...ofPayment,
    ...ofSettlement,
  })
  .meta({ id: "CaptureRecord" });

export const RefundRecordStatus = z.enum(["PendingSettlement", "Refunded"]).meta({
  description: "PendingSettlement until its batch settles. The member gets the money back at once.",
});

const RefundRecord = z
  .strictObject({
    id: listedId("refundId"),
    refundId: RecordIdField,
    status: RefundRecordStatus,
    amount: AmountOutput,
    reason: ReversalReasonField,
    transactionId: RecordIdField.nullable().meta({
      description: "The refunded capture. Null if there are several, which `transactions` lists.",
    }),
    transactions: z
      .array(z.strictObject({ transactionId: RecordIdField, amount: AmountOutput }))
      .meta({ description: "The refunded amount of each capture, oldest first." }),
    ...ofPayment,
    ...ofSettlement,
  })
  .meta({ id: "RefundRecord" });

export const CaptureRecordList = pageOf("CaptureRecordList", CaptureRecord);
export const RefundRecordList = pageOf("RefundRecordList", RefundRecord);

export const payerExample = { member: "TESTmemberAlice01", account: "TESTacctAlice0001" };

const examplePayment = {
  currency: "USD",
  authorizationId: "4821907",
  recordId: "3Fq8rT2kZb7Wn4XsD",
  merchant: "TESTmerchantCafe1",
  card: "3Fq8rT1aaBbCcDdEe",
  ...payerExample,
  instrument: "card",
  merchantReference: "order-1002",
  metadata: { order: "1002" },
};

export const settlementIds = { batchId: "3Fq8rTHs5Qw8Zr1Nm", payoutId: "3Fq8rTJd7Px2Ls6Vk" };

export const ofCaptureExample = {
  transactionId: "3Fq8rT4kCb7Wn4XsE",
  status: "Captured",
  amount: 12.5,
  refunded: 5,
  refundable: 7.5,
};

export const captureExample = {
  id: "3Fq8rT4kCb7Wn4XsE",
  ...ofCaptureExample,
  ...examplePayment,
  createdAt: "2026-11-21T09:30:00.000Z",
  settledAt: "2026-11-22T00:00:05.000Z",
  ...settlementIds,
};

export const refundExample = {
  id: "3Fq8rT9QmP2VcKx5J",
  refundId: "3Fq8rT9QmP2VcKx5J",
  status: "Refunded",
  amount: 5,
  reason: "RV05",
  transactionId: captureExample.transactionId,
  transactions: [{ transactionId: captureExample.transactionId, amount: 5 }],
  ...examplePayment,
  createdAt: "2026-11-21T11:02:11.000Z",
  settledAt: "2026-11-22T00:00:05.000Z",
  ...settlementIds,
};

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
  ...GET,
  path: "/v1/transactions",
  summary: "List captures",
  description: "Captures of all merchants, newest first.",
  query: z.object({ status: CaptureRecordStatus.optional(), ...paymentsInQuery }),
  responses: page(CaptureRecordList, [captureExample]),
  errors: ["invalid_reference"],
});

export const getCapture = defineOperation({
  ...shared,
  id: "getCapture",
  ...GET,
  path: "/v1/transactions/{id}",
  summary: "Get a capture",
  description: "Returns the capture with how much of it was refunded and the batch and payout it settled in.",
  params: PathTransaction,
  responses: ok("The capture.", CaptureRecord, captureExample),
  errors: ["transaction_not_found"],
});

export const listRefunds = defineOperation({
  ...shared,
  id: "listRefunds",
  ...GET,
  path: "/v1/refunds",
  summary: "List refunds",
  description: "Refunds of all merchants, newest first.",
  query: z.object({ status: RefundRecordStatus.optional(), ...paymentsInQuery }),
  responses: page(RefundRecordList, [refundExample]),
  errors: ["invalid_reference"],
});

export const getRefund = defineOperation({
  ...shared,
  id: "getRefund",
  ...GET,
  path: "/v1/refunds/{id}",
  summary: "Get a refund",
  description: "Returns the refund with the captures it refunds and the batch and payout it settled in.",
  params: PathRefund,
  responses: ok("The refund.", RefundRecord, refundExample),
  errors: ["refund_not_found"],
});
