import { z } from "zod";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  growing,
  listedId,
  RecordIdField,
} from "@/server/contracts/fields";
import { defineOperation } from "../operation";
import { SignedAmount } from "../sandbox-schemas";
import { CreatedField, MerchantFilter, pageInQuery, pageOf } from "./list-fields";
import { captureExample, refundExample } from "./records";
import { batchExample, payoutExample } from "./settlement";

const BalanceRecord = z
  .strictObject({
    id: listedId("balanceId"),
    balanceId: RecordIdField.meta({ description: "Record id of the merchant’s account in this currency." }),
    merchant: RecordIdField,
    currency: CurrencyField,
    balance: SignedAmount.meta({ description: "What the books owe the merchant: available + pending + reserved." }),
    available: SignedAmount.meta({
      description:
        "Settled and not paid out, and payouts that came back. Below zero: a debt that the next batch starts with.",
    }),
    pending: SignedAmount.meta({ description: "Captured minus refunded, in no closed batch yet." }),
    reserved: AmountOutput.meta({ description: "Held back from payouts: 0, since the network holds nothing back." }),
    inTransit: AmountOutput.meta({
      description: "Paid out, and not known to be at the bank yet: `pending`, `exported`, and `sent` payouts.",
    }),
    createdAt: DateTimeField.meta({ description: "When the account was opened." }),
  })
  .meta({ id: "BalanceRecord" });

export const BalanceRecordList = pageOf("BalanceRecordList", BalanceRecord);

const BalanceTransaction = z
  .strictObject({
    id: RecordIdField.meta({
      description:
        "Of its cause: the transactionId, refundId, or payoutId; a fee’s and a payout’s return have their own.",
    }),
    kind: growing(["capture", "refund", "payout", "payout_return", "fee"], { description: "What moved it." }),
    amount: SignedAmount.meta({ description: "Negative for what leaves the balance." }),
    balance: SignedAmount.meta({ description: "The balance with this entry and all before it." }),
    transactionId: RecordIdField.nullable().meta({ description: "Of a capture." }),
    refundId: RecordIdField.nullable().meta({ description: "Of a refund." }),
    payoutId: RecordIdField.nullable().meta({ description: "Of a payout, or of the one that came back." }),
    batchId: RecordIdField.nullable().meta({ description: "The batch that a payout, its return, or a fee is of." }),
    authorizationId: AuthorizationIdField.nullable().meta({ description: "Of a capture or refund." }),
    recordId: RecordIdField.nullable().meta({ description: "Record id of that authorization." }),
    merchantReference: z.string().nullable(),
    createdAt: DateTimeField,
  })
  .meta({ id: "BalanceTransaction" });

export const BalanceTransactionList = z
  .strictObject({
    merchant: RecordIdField,
    currency: CurrencyField,
    opening: SignedAmount.meta({ description: "The balance at the beginning of the span that `created` names." }),
    closing: SignedAmount.meta({
      description: "The balance at its end: opening + the amounts of all entries of the span, on however many pages.",
    }),
    ...pageOf("BalanceTransactionPage", BalanceTransaction).shape,
  })
  .meta({ id: "BalanceTransactionList" });

const exampleAccount = { merchant: "TESTmerchantCafe1", currency: "USD" };

export const balanceExample = {
  id: "3Fq8rT5mNc8Xy2RtB",
  balanceId: "3Fq8rT5mNc8Xy2RtB",
  ...exampleAccount,
  balance: 12.5,
  available: 0,
  pending: 12.5,
  reserved: 0,
  inTransit: 0,
  createdAt: "2026-11-21T09:30:00.000Z",
};

const NO_CAUSE = { transactionId: null, refundId: null, payoutId: null, batchId: null };
const { authorizationId, recordId, merchantReference } = captureExample;
const examplePayment = { authorizationId, recordId, merchantReference };

const payoutEntry = {
  id: payoutExample.payoutId,
  kind: "payout",
  amount: -7.5,
  balance: 0,
  ...NO_CAUSE,
  payoutId: payoutExample.payoutId,
  batchId: batchExample.batchId,
  authorizationId: null,
  recordId: null,
  merchantReference: null,
  createdAt: payoutExample.createdAt,
};
const refundEntry = {
  id: refundExample.refundId,
  kind: "refund",
  amount: -5,
  balance: 7.5,
  ...NO_CAUSE,
  refundId: refundExample.refundId,
  ...examplePayment,
  createdAt: refundExample.createdAt,
};
const captureEntry = {
  id: captureExample.transactionId,
  kind: "capture",
  amount: 12.5,
  balance: 12.5,
  ...NO_CAUSE,
  transactionId: captureExample.transactionId,
  ...examplePayment,
  createdAt: captureExample.createdAt,
};

export const balanceTransactionsExample = {
  ...exampleAccount,
  opening: 0,
  closing: 0,
  data: [payoutEntry, refundEntry, captureEntry],
  hasMore: false,
};

const shared = { tag: "Balances", auth: "tenant" } as const;

export const listBalances = defineOperation({
  ...shared,
  id: "listBalances",
  method: "GET",
  path: "/v1/balances",
  summary: "List balances",
  description: "Where each merchant’s money is, by merchant and currency.",
  idempotency: "none",
  query: z.object({ merchant: MerchantFilter, currency: CurrencyField.optional(), ...pageInQuery }),
  responses: {
    200: { description: "A page.", schema: BalanceRecordList, example: { data: [balanceExample], hasMore: false } },
  },
  errors: ["invalid_reference"],
});

export const listBalanceTransactions = defineOperation({
  ...shared,
  id: "listBalanceTransactions",
  method: "GET",
  path: "/v1/balance-transactions",
  summary: "List balance transactions",
  description:
    "Every entry of one merchant’s balance in one currency, with its cause and the balance after it, newest first. For any span of time, opening plus all entries is closing.",
  idempotency: "none",
  query: z.object({
    merchant: RecordIdField.meta({ description: "Whose balance.", examples: ["TESTmerchantCafe1"] }),
    currency: CurrencyField,
    created: CreatedField,
    ...pageInQuery,
  }),
  responses: {
    200: { description: "A page.", schema: BalanceTransactionList, example: balanceTransactionsExample },
  },
  errors: ["invalid_reference"],
});
