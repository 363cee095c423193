import { z } from "zod";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  RecordIdField,
} from "@/server/contracts/fields";
import { Metadata } from "@/server/contracts/metadata";
import { ReversalReasonField } from "../authorization-schemas";
import { InstrumentField, pageOf } from "./list-fields";

const ofPayment = {
  currency: CurrencyField,
  authorizationId: AuthorizationIdField,
  recordId: RecordIdField.meta({ description: "Record id of the authorization." }),
  merchant: RecordIdField,
  card: RecordIdField.meta({ description: "Record id of the card, payment code, or agreement that paid." }),
  instrument: InstrumentField,
  merchantReference: z.string().nullable(),
  metadata: Metadata.nullable().meta({ description: "The metadata of the authorization." }),
};

export const ofSettlement = {
  createdAt: DateTimeField,
  settledAt: DateTimeField.nullable(),
  batchId: RecordIdField.nullable().meta({
    description: "The settlement batch that has it. Null until that is closed.",
  }),
  payoutId: RecordIdField.nullable().meta({
    description: "The payout of that batch. Null if the batch paid nothing out.",
  }),
};

export const CaptureRecordStatus = z.enum(["PendingSettlement", "Captured"]).meta({
  description: "PendingSettlement until its batch settles.",
});

export const CaptureRecord = z
  .strictObject({
    transactionId: RecordIdField,
    status: CaptureRecordStatus,
    amount: AmountOutput,
    refunded: AmountOutput,
    refundable: AmountOutput.meta({ description: "Captured and not yet refunded." }),
    ...ofPayment,
    ...ofSettlement,
  })
  .meta({ id: "CaptureRecord" });

export const RefundRecordStatus = z.enum(["PendingSettlement", "Refunded"]).meta({
  description: "PendingSettlement until its batch settles. The member has the money back at once.",
});

export const RefundRecord = z
  .strictObject({
    refundId: RecordIdField,
    status: RefundRecordStatus,
    amount: AmountOutput,
    reason: ReversalReasonField,
    transactionId: RecordIdField.nullable().meta({
      description: "The capture that it returns money of. Null if there are several: `transactions` has each.",
    }),
    transactions: z
      .array(z.strictObject({ transactionId: RecordIdField, amount: AmountOutput }))
      .meta({ description: "How much it returns of which capture, the oldest first." }),
    ...ofPayment,
    ...ofSettlement,
  })
  .meta({ id: "RefundRecord" });

export const CaptureRecordList = pageOf("CaptureRecordList", CaptureRecord);
export const RefundRecordList = pageOf("RefundRecordList", RefundRecord);
