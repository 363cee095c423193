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
import { defineOperation, GET, ok, page } from "../operation";
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
    balance: SignedAmount.meta({ description: "The merchant’s total balance: available + pending + reserved." }),
    available: SignedAmount.meta({
      description:
        "Settled but not paid out, plus returned payouts. Negative for a debt, which carries into the next batch.",
    }),
    pending: SignedAmount.meta({ description: "Captured minus refunded, not settled yet." }),
    reserved: AmountOutput.meta({ description: "Withheld from payouts. Always 0." }),
    inTransit: AmountOutput.meta({
      description: "Paid out but not confirmed by the bank yet: `pending`, `exported`, and `sent` payouts.",
    }),
    createdAt: DateTimeField.meta({ description: "When the account was opened." }),
  })
  .meta({ id: "BalanceRecord" });

export const BalanceRecordList = pageOf("BalanceRecordList", BalanceRecord);

const BalanceTransaction = z
  .strictObject({
    id: RecordIdField.meta({
      description:
        "The transactionId, refundId, or payoutId behind the entry. Fees and returned payouts have an id of their own.",
    }),
    kind: growing(["capture", "refund", "payout", "payout_return", "fee"], { description: "The cause of the entry." }),
    amount: SignedAmount.meta({ description: "Negative for debits." }),
    balance: SignedAmount.meta({ description: "The balance after this entry." }),
    transactionId: RecordIdField.nullable().meta({ description: "The capture, if there is one." }),
    refundId: RecordIdField.nullable().meta({ description: "The refund, if there is one." }),
    payoutId: RecordIdField.nullable().meta({ description: "The payout, or the payout that was returned." }),
    batchId: RecordIdField.nullable().meta({ description: "The batch of a payout, a returned payout, or a fee." }),
    authorizationId: AuthorizationIdField.nullable().meta({ description: "The authorization of a capture or refund." }),
    recordId: RecordIdField.nullable().meta({ description: "Record id of that authorization." }),
    merchantReference: z.string().nullable(),
    createdAt: DateTimeField,
  })
  .meta({ id: "BalanceTransaction" });

export const BalanceTransactionList = z
  .strictObject({
    merchant: RecordIdField,
    currency: CurrencyField,
    opening: SignedAmount.meta({ description: "The balance at the start of the `created` range." }),
    closing: SignedAmount.meta({
      description: "The balance at the end of the range: the opening balance plus all its entries, across all pages.",
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
  ...GET,
  path: "/v1/balances",
  summary: "List balances",
  description: "Balances of all merchants, by merchant and currency.",
  query: z.object({ merchant: MerchantFilter, currency: CurrencyField.optional(), ...pageInQuery }),
  responses: page(BalanceRecordList, [balanceExample]),
  errors: ["invalid_reference"],
});

export const listBalanceTransactions = defineOperation({
  ...shared,
  id: "listBalanceTransactions",
  ...GET,
  path: "/v1/balance-transactions",
  summary: "List balance transactions",
  description:
    "Every entry of a merchant’s balance in one currency, newest first, with its cause and the balance after it. For any time span, the opening balance plus all entries equals the closing balance.",
  query: z.object({
    merchant: RecordIdField.meta({ description: "Whose balance.", examples: ["TESTmerchantCafe1"] }),
    currency: CurrencyField,
    created: CreatedField,
    ...pageInQuery,
  }),
  responses: ok("A page.", BalanceTransactionList, balanceTransactionsExample),
  errors: ["invalid_reference"],
});
