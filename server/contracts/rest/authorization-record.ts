import { z } from "zod";
import { AmountOutput, RecordIdField } from "../fields";
import { Metadata } from "../metadata";
import { AuthorizationRecord, ReversalReasonField } from "./authorization-schemas";
import { ofCapture, ofCaptureExample, ofSettlement, RefundRecordStatus } from "./reading-back/records";

export const recordedAnnotations = {
  merchantReference: z
    .string()
    .nullable()
    .meta({ description: "The capture’s own reference. Null if the authorization’s applies." }),
  metadata: Metadata.nullable().meta({ description: "Its own." }),
};

const CaptureOfAuthorization = z
  .strictObject({
    ...ofCapture,
    ...recordedAnnotations,
    ...ofSettlement,
  })
  .meta({ id: "CaptureOfAuthorization" });

const RefundOfAuthorization = z
  .strictObject({
    refundId: RecordIdField,
    transactionId: RecordIdField.meta({ description: "The capture that is refunded." }),
    status: RefundRecordStatus,
    amount: AmountOutput,
    reason: ReversalReasonField,
    ...recordedAnnotations,
    ...ofSettlement,
  })
  .meta({ id: "RefundOfAuthorization" });

export const AuthorizationWithMoves = z
  .strictObject({
    ...AuthorizationRecord.shape,
    captures: z.array(CaptureOfAuthorization).meta({ description: "The oldest first." }),
    refunds: z.array(RefundOfAuthorization).meta({
      description: "Oldest first. A refund of several captures is listed under each.",
    }),
  })
  .meta({ id: "AuthorizationWithMoves" });

export const capturedExample = {
  ...ofCaptureExample,
  status: "PendingSettlement",
  amount: 20,
  refunded: 0,
  refundable: 20,
  merchantReference: "order-1001-parcel-1",
  metadata: null,
  createdAt: "2026-11-21T10:02:11.000Z",
  settledAt: null,
  batchId: null,
  payoutId: null,
};
