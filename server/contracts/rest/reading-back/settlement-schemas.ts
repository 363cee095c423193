import { z } from "zod";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  RecordIdField,
} from "@/server/contracts/fields";
import { Metadata } from "@/server/contracts/metadata";
import { chargedShape, SignedAmount } from "../sandbox-schemas";
import { pageOf } from "./list-fields";

export const BatchRecord = z
  .strictObject({
    batchId: RecordIdField,
    merchant: RecordIdField,
    currency: CurrencyField,
    day: DateField.meta({ description: "The day that it settles, UTC." }),
    captureCount: z.int().min(0),
    captured: AmountOutput,
    refundCount: z.int().min(0),
    refunded: AmountOutput,
    ...chargedShape,
    carriedIn: SignedAmount.meta({ description: "Debt carried from the previous batch." }),
    payout: AmountOutput,
    carriedOut: SignedAmount.meta({ description: "Debt carried into the next batch." }),
    payoutId: RecordIdField.nullable().meta({ description: "Null if nothing is paid out." }),
    previousBatchId: RecordIdField.nullable().meta({
      description: "The merchant’s batch before, in this currency. Null for the first.",
    }),
    createdAt: DateTimeField,
  })
  .meta({ id: "BatchRecord", description: "captured − refunded − fee + carriedIn = payout + carriedOut." });

export const BatchLine = z
  .strictObject({
    id: RecordIdField,
    kind: z.enum(["capture", "refund"]).meta({ description: "What was settled. More may come." }),
    transactionId: RecordIdField,
    refundId: RecordIdField.nullable(),
    authorizationId: AuthorizationIdField,
    recordId: RecordIdField.meta({ description: "Record id of the authorization." }),
    merchantReference: z.string().nullable(),
    metadata: Metadata.nullable().meta({ description: "The metadata of the authorization." }),
    gross: SignedAmount.meta({ description: "Negative for a refund." }),
    fee: SignedAmount.meta({
      description:
        "What the merchant is charged for it, by the price of the day of its capture: 0 without one. Negative where a refund gets its part back.",
    }),
    net: SignedAmount.meta({ description: "gross − fee." }),
    createdAt: DateTimeField.meta({ description: "When it was captured or refunded." }),
  })
  .meta({
    id: "BatchLine",
    description: "A capture that drew on a hold and its increments may be several lines with one transactionId.",
  });

export const PayoutRecord = z
  .strictObject({
    payoutId: RecordIdField,
    batchId: RecordIdField,
    merchant: RecordIdField,
    currency: CurrencyField,
    amount: AmountOutput.meta({ description: "The amount paid out: net + carriedIn." }),
    ...chargedShape,
    carriedIn: SignedAmount.meta({ description: "Debt from earlier batches that this one repaid." }),
    day: DateField.meta({ description: "The day that its batch settles, UTC." }),
    createdAt: DateTimeField,
  })
  .meta({ id: "PayoutRecord" });

export const BatchRecordList = pageOf("BatchRecordList", BatchRecord);
export const BatchLineList = pageOf("BatchLineList", BatchLine);
export const PayoutRecordList = pageOf("PayoutRecordList", PayoutRecord);
