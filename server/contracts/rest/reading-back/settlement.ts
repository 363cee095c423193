import { z } from "zod";
import { PAYOUT_STATES } from "@/server/contracts/choices";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  growing,
  listedId,
  payerFields,
  RecordIdField,
} from "@/server/contracts/fields";
import { Metadata } from "@/server/contracts/metadata";
import { defineOperation, GET, ok, page } from "../operation";
import { CarriedIn, chargedShape, LineKind, SignedAmount } from "../sandbox-schemas";
import { CreatedField, MerchantFilter, pageInQuery, pageOf } from "./list-fields";
import { captureExample, payerExample, refundExample, settlementIds } from "./records";

export const PayoutStatusField = growing(PAYOUT_STATES, {
  description:
    "`pending`: not in a payment file yet. `exported`: in a payment file. `sent`: sent to the bank. `paid`: confirmed by the bank statement. `returned`: the bank returned the money. `failed`: the bank rejected it.",
});

const When = (when: string) => DateTimeField.nullable().meta({ description: when });

/** How far a payout has come, of a merchant or a member. */
export const payoutShape = {
  status: PayoutStatusField,
  endToEndId: z.string().meta({ description: "The reference of the bank transfer on both bank statements." }),
  last4: z.string().nullable().meta({
    description: "The last characters of the bank account. Null until it is set, or once it is no longer stored.",
  }),
  exportedAt: When("When it was added to a payment file."),
  sentAt: When("When the file was sent to the bank."),
  paidAt: When("When a bank statement confirmed it. Also null for payouts from before payouts had a status."),
  returnedAt: When("When the bank returned or rejected it."),
  returnReason: z
    .string()
    .nullable()
    .meta({ description: "The bank’s reason, such as `AC04`, an account that is closed." }),
};

export const payoutShapeExample = {
  status: "paid",
  endToEndId: "P0F3E8C1B6A944D7EA1C27B3D5E9F0A42",
  last4: "3000",
  exportedAt: "2026-11-23T08:00:00.000Z",
  sentAt: "2026-11-23T08:05:00.000Z",
  paidAt: "2026-11-24T06:00:00.000Z",
  returnedAt: null,
  returnReason: null,
} as const;
export const SETTLED_BY = "in the merchant’s time zone, else its tenant’s; UTC where neither is set.";

const BatchRecord = z
  .strictObject({
    id: listedId("batchId"),
    batchId: RecordIdField,
    merchant: RecordIdField,
    currency: CurrencyField,
    day: DateField.meta({ description: `The day it settles, ${SETTLED_BY}` }),
    captureCount: z.int().min(0).meta({ description: "Captures, each of them one line." }),
    captured: AmountOutput,
    refundCount: z.int().min(0).meta({ description: "Refunds, each of them one line." }),
    refunded: AmountOutput,
    ...chargedShape,
    carriedIn: CarriedIn,
    payout: AmountOutput,
    carriedOut: SignedAmount.meta({ description: "Debt carried into the next batch." }),
    payoutId: RecordIdField.nullable().meta({ description: "Null if nothing is paid out." }),
    payoutStatus: PayoutStatusField.nullable().meta({
      description: "The payout’s status. Null if there is no payout.",
    }),
    previousBatchId: RecordIdField.nullable().meta({
      description: "The merchant’s previous batch in this currency. Null for the first.",
    }),
    createdAt: DateTimeField,
  })
  .meta({ id: "BatchRecord", description: "captured − refunded − fee + carriedIn = payout + carriedOut." });

export const BatchLine = z
  .strictObject({
    id: RecordIdField.meta({ description: "The `transactionId` of a capture, the `refundId` of a refund." }),
    kind: LineKind,
    transactionId: RecordIdField.meta({
      description: "The capture. Of a refund of several captures, the first of them: the refund lists all.",
    }),
    refundId: RecordIdField.nullable(),
    authorizationId: AuthorizationIdField,
    recordId: RecordIdField.meta({ description: "Record id of the authorization." }),
    ...payerFields,
    merchantReference: z.string().nullable(),
    metadata: Metadata.nullable().meta({ description: "The metadata of the authorization." }),
    gross: SignedAmount.meta({ description: "Negative for a refund." }),
    fee: SignedAmount.meta({
      description:
        "The fee for this line: the amount by which this capture increases the payment’s fee; 0 without a price. Negative if a refund returns it.",
    }),
    net: SignedAmount.meta({ description: "gross − fee." }),
    createdAt: DateTimeField.meta({ description: "When it was captured or refunded." }),
  })
  .meta({
    id: "BatchLine",
    description:
      "A capture or a refund. Batches closed before version 0.4 have several lines for a capture that drew on a hold and its increments; a refund of captures that settle in different batches has a line in each.",
  });

const PayoutRecord = z
  .strictObject({
    id: listedId("payoutId"),
    payoutId: RecordIdField,
    batchId: RecordIdField,
    merchant: RecordIdField,
    currency: CurrencyField,
    amount: AmountOutput.meta({ description: "The amount paid out: net + carriedIn." }),
    ...chargedShape,
    carriedIn: CarriedIn,
    day: DateField.meta({ description: `The day its batch settles, ${SETTLED_BY}` }),
    ...payoutShape,
    repaidIn: RecordIdField.nullable().meta({
      description: "The batch that pays a returned or failed payout again. Null until then.",
    }),
    createdAt: DateTimeField,
  })
  .meta({ id: "PayoutRecord" });

export const BatchRecordList = pageOf("BatchRecordList", BatchRecord);
export const BatchLineList = pageOf("BatchLineList", BatchLine);
export const PayoutRecordList = pageOf("PayoutRecordList", PayoutRecord);

const CLOSED_AT = "2026-11-22T00:00:05.000Z";
const exampleDay = { merchant: "TESTmerchantCafe1", currency: "USD", day: "2026-11-21" };

export const batchExample = {
  id: settlementIds.batchId,
  batchId: settlementIds.batchId,
  ...exampleDay,
  captureCount: 1,
  captured: 12.5,
  refundCount: 1,
  refunded: 5,
  gross: 7.5,
  fee: 0,
  net: 7.5,
  carriedIn: 0,
  payout: 7.5,
  carriedOut: 0,
  payoutId: settlementIds.payoutId,
  payoutStatus: "paid" as const,
  previousBatchId: null,
  createdAt: CLOSED_AT,
};

const exampleLine = {
  transactionId: captureExample.transactionId,
  authorizationId: captureExample.authorizationId,
  recordId: captureExample.recordId,
  ...payerExample,
  merchantReference: captureExample.merchantReference,
  metadata: captureExample.metadata,
};

export const lineExamples = [
  {
    id: captureExample.transactionId,
    kind: "capture",
    refundId: null,
    ...exampleLine,
    gross: 12.5,
    fee: 0,
    net: 12.5,
    createdAt: captureExample.createdAt,
  },
  {
    id: refundExample.refundId,
    kind: "refund",
    refundId: refundExample.refundId,
    ...exampleLine,
    gross: -5,
    fee: 0,
    net: -5,
    createdAt: refundExample.createdAt,
  },
];

export const payoutExample = {
  id: settlementIds.payoutId,
  ...settlementIds,
  ...exampleDay,
  amount: 7.5,
  gross: 7.5,
  fee: 0,
  net: 7.5,
  carriedIn: 0,
  ...payoutShapeExample,
  repaidIn: null,
  createdAt: CLOSED_AT,
};

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
  ...GET,
  path: "/v1/settlement-batches",
  summary: "List settlement batches",
  description: "Batches of all merchants, newest first, whether closed at the end of a day or on request.",
  query: z.object(settledInQuery),
  responses: page(BatchRecordList, [batchExample]),
  errors: ["invalid_reference"],
});

export const getBatch = defineOperation({
  ...shared,
  id: "getSettlementBatch",
  ...GET,
  path: "/v1/settlement-batches/{id}",
  summary: "Get a settlement batch",
  description: "Returns the batch’s totals. A closed batch never changes.",
  params: PathBatch,
  responses: ok("The batch.", BatchRecord, batchExample),
  errors: ["settlement_batch_not_found"],
});

export const listBatchLines = defineOperation({
  ...shared,
  id: "listSettlementLines",
  ...GET,
  path: "/v1/settlement-batches/{id}/lines",
  summary: "List the lines of a batch",
  description:
    "Every capture and refund the batch settled, oldest first. Their net adds up to captured − refunded − fee.",
  params: PathBatch,
  query: z.object(pageInQuery),
  responses: page(BatchLineList, lineExamples),
  errors: ["settlement_batch_not_found", "invalid_reference"],
});

export const listPayouts = defineOperation({
  ...shared,
  id: "listPayouts",
  ...GET,
  path: "/v1/payouts",
  summary: "List payouts",
  description: "Payouts to all merchants, newest first, with their status.",
  query: z.object({ status: PayoutStatusField.optional(), ...settledInQuery }),
  responses: page(PayoutRecordList, [payoutExample]),
  errors: ["invalid_reference"],
});

export const getPayout = defineOperation({
  ...shared,
  id: "getPayout",
  ...GET,
  path: "/v1/payouts/{id}",
  summary: "Get a payout",
  description: "Returns the payout with the batch it pays out.",
  params: PathPayout,
  responses: ok("The payout.", PayoutRecord, payoutExample),
  errors: ["payout_not_found"],
});
