import { z } from "zod";
import { AuthorizationStatusField } from "@/server/contracts/authorization-status-field";
import { CurrencyField, RecordIdField } from "@/server/contracts/fields";
import { AuthorizationList } from "../authorization-schemas";
import { listAuthorizations } from "../authorizations";
import { defineOperation, ok, page } from "../operation";
import { BalanceRecordList, BalanceTransactionList, balanceExample, balanceTransactionsExample } from "./balances";
import { CreatedField, openInBody, pageInBody, paymentsInBody } from "./list-fields";
import {
  CaptureRecordList,
  CaptureRecordStatus,
  captureExample,
  RefundRecordList,
  RefundRecordStatus,
  refundExample,
} from "./records";
import {
  BatchLineList,
  BatchRecordList,
  batchExample,
  lineExamples,
  PayoutRecordList,
  PayoutStatusField,
  payoutExample,
} from "./settlement";

/** The lists of /v1 for one merchant, with fields in the body. */
const shared = { auth: "merchant", method: "POST", idempotency: "none" } as const;
const ofTransactions = { ...shared, tag: "Transactions" } as const;
const ofSettlement = { ...shared, tag: "Settlement at the merchant" } as const;

export const listMerchantAuthorizations = defineOperation({
  ...ofTransactions,
  id: "listMerchantAuthorizations",
  path: "/merchant/v1/authorizations/list",
  summary: "List authorizations",
  description:
    "The merchant’s first authorizations, approved and declined, newest first, with the same fields and filters as on /v1. `open` lists the holds that wait for a capture or a void.",
  body: {
    schema: z
      .object({ status: AuthorizationStatusField.optional(), ...openInBody, ...paymentsInBody })
      .meta({ id: "ListAuthorizations" }),
    isOptional: true,
    example: { open: true },
  },
  responses: ok("A page.", AuthorizationList, listAuthorizations.responses[200].example),
  errors: ["invalid_reference"],
});

export const listTransactions = defineOperation({
  ...ofTransactions,
  id: "listTransactions",
  path: "/merchant/v1/transactions/list",
  summary: "List captures",
  description: "The merchant’s captures, newest first, with the same fields and filters as on /v1.",
  body: {
    schema: z.object({ status: CaptureRecordStatus.optional(), ...paymentsInBody }).meta({ id: "ListTransactions" }),
    isOptional: true,
    example: { created: { gte: "2026-11-21T00:00:00Z" }, limit: 10 },
  },
  responses: page(CaptureRecordList, [captureExample]),
  errors: ["invalid_reference"],
});

export const listMerchantRefunds = defineOperation({
  ...ofTransactions,
  id: "listMerchantRefunds",
  path: "/merchant/v1/refunds/list",
  summary: "List refunds",
  description: "The merchant’s refunds, newest first, with the same fields and filters as on /v1.",
  body: {
    schema: z.object({ status: RefundRecordStatus.optional(), ...paymentsInBody }).meta({ id: "ListRefunds" }),
    isOptional: true,
    example: { status: "PendingSettlement" },
  },
  responses: page(RefundRecordList, [refundExample]),
  errors: ["invalid_reference"],
});

const ListSettled = z
  .object({ created: CreatedField, currency: CurrencyField.optional(), ...pageInBody })
  .meta({ id: "ListSettled" });
const settledBody = { schema: ListSettled, isOptional: true, example: { currency: "USD", limit: 10 } } as const;

export const listSettlements = defineOperation({
  ...ofSettlement,
  id: "listSettlements",
  path: "/merchant/v1/settlements/list",
  summary: "List settlement batches",
  description: "The merchant’s batches, newest first, whether closed at the end of a day or on request.",
  body: settledBody,
  responses: page(BatchRecordList, [batchExample]),
  errors: ["invalid_reference"],
});

export const listMerchantLines = defineOperation({
  ...ofSettlement,
  id: "listMerchantLines",
  path: "/merchant/v1/settlements/lines",
  summary: "List the lines of a batch",
  description:
    "Every capture and refund the batch settled, oldest first. Their net adds up to captured − refunded − fee.",
  body: {
    schema: z.object({ batchId: RecordIdField, ...pageInBody }).meta({ id: "ListSettlementLines" }),
    example: { batchId: batchExample.batchId },
  },
  responses: page(BatchLineList, lineExamples),
  errors: ["settlement_batch_not_found", "invalid_reference"],
});

export const listMerchantPayouts = defineOperation({
  ...ofSettlement,
  id: "listMerchantPayouts",
  path: "/merchant/v1/payouts/list",
  summary: "List payouts",
  description: "Payouts to the merchant, newest first, with their status.",
  body: {
    schema: ListSettled.extend({ status: PayoutStatusField.optional() }).meta({ id: "ListPayouts" }),
    isOptional: true,
    example: { status: "returned", limit: 10 },
  },
  responses: page(PayoutRecordList, [payoutExample]),
  errors: ["invalid_reference"],
});

export const getMerchantBalances = defineOperation({
  ...ofSettlement,
  id: "getMerchantBalances",
  path: "/merchant/v1/balances/get",
  summary: "Get balances",
  description: "The merchant’s balances, by currency.",
  body: {
    schema: z.object({ currency: CurrencyField.optional(), ...pageInBody }).meta({ id: "GetBalances" }),
    isOptional: true,
    example: { currency: "USD" },
  },
  responses: page(BalanceRecordList, [balanceExample]),
  errors: ["invalid_reference"],
});

export const listMerchantEntries = defineOperation({
  ...ofSettlement,
  id: "listMerchantEntries",
  path: "/merchant/v1/balances/transactions",
  summary: "List balance transactions",
  description:
    "Every entry of the merchant’s balance in one currency, newest first, with its cause and the balance after it. For any time span, the opening balance plus all entries equals the closing balance.",
  body: {
    schema: z
      .object({ currency: CurrencyField, created: CreatedField, ...pageInBody })
      .meta({ id: "ListBalanceTransactions" }),
    example: { currency: "USD", created: { gte: "2026-11-21T00:00:00Z" } },
  },
  responses: ok("A page.", BalanceTransactionList, balanceTransactionsExample),
  errors: ["invalid_reference"],
});
