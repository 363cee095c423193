import { z } from "zod";
import { CurrencyField, RecordIdField } from "@/server/contracts/fields";
import { defineOperation } from "../operation";
import { balanceExample, balanceTransactionsExample } from "./balance-examples";
import { BalanceRecordList, BalanceTransactionList } from "./balance-schemas";
import { CreatedField, MerchantFilter, pageInQuery } from "./list-fields";

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
