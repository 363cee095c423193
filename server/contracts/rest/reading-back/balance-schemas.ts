import { z } from "zod";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  RecordIdField,
} from "@/server/contracts/fields";
import { SignedAmount } from "../sandbox-schemas";
import { pageOf } from "./list-fields";

const BalanceRecord = z
  .strictObject({
    balanceId: RecordIdField.meta({ description: "Record id of the merchant’s account in this currency." }),
    merchant: RecordIdField,
    currency: CurrencyField,
    balance: SignedAmount.meta({ description: "What the books owe the merchant: available + pending + reserved." }),
    available: SignedAmount.meta({
      description: "Settled and not paid out. Below zero: a debt that the next batch starts with.",
    }),
    pending: SignedAmount.meta({ description: "Captured minus refunded, in no closed batch yet." }),
    reserved: AmountOutput.meta({ description: "Held back from payouts: 0, since the network holds nothing back." }),
    inTransit: AmountOutput.meta({
      description: "Paid out and not at the bank yet: 0, since a payout is done as its batch closes.",
    }),
    createdAt: DateTimeField.meta({ description: "When the account was opened." }),
  })
  .meta({ id: "BalanceRecord" });

export const BalanceRecordList = pageOf("BalanceRecordList", BalanceRecord);

const BalanceTransaction = z
  .strictObject({
    id: RecordIdField.meta({ description: "Of its cause: the transactionId, refundId, or payoutId; a fee’s own." }),
    kind: z.enum(["capture", "refund", "payout", "fee"]).meta({ description: "What moved it. More may come." }),
    amount: SignedAmount.meta({ description: "Negative for what leaves the balance." }),
    balance: SignedAmount.meta({ description: "The balance with this entry and all before it." }),
    transactionId: RecordIdField.nullable().meta({ description: "Of a capture." }),
    refundId: RecordIdField.nullable().meta({ description: "Of a refund." }),
    payoutId: RecordIdField.nullable().meta({ description: "Of a payout." }),
    batchId: RecordIdField.nullable().meta({ description: "The batch that a payout or fee is of." }),
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
