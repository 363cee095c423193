import { z } from "zod";
import { AuthorizationStatusField } from "../authorization-status-field";
import {
  AmountInput,
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  DeclineDetails,
  MatchWords,
  MerchantReference,
  PanTokenField,
  RecordIdField,
} from "../fields";
import { Metadata } from "../metadata";
import { recordedAnnotations } from "./authorization-record";
import { amountsLeft, annotationFields, ReversalReasonField, sentReference, statusNow } from "./authorization-schemas";
import { CaptureAuthorizationBody } from "./capture-authorization";
import { AnyCodeInput, lacksPin, PIN_REQUIRED, PinInput } from "./code-fields";
import { ofCapture, ofSettlement, RefundRecordStatus } from "./reading-back/records";

/** Schemas of the merchant API (contract 4.5, design 6). Responses always have every field; those that don't apply are null. */

export const OptionalCurrency = CurrencyField.optional().meta({
  description: "ISO 4217 code. Defaults to the currency of the paying account.",
});

const Card = z.object({ type: z.literal("card"), panToken: PanTokenField });

const PaymentMethod = z
  .union(
    [
      z.codec(PanTokenField, Card, {
        decode: (panToken) => ({ type: "card" as const, panToken }),
        encode: ({ panToken }) => panToken,
      }),
      Card,
      z.object({ type: z.literal("paymentCode"), paymentCode: AnyCodeInput, pin: PinInput.optional() }),
    ],
    { error: 'must be a panToken, such as "TESTcardApproved1", {"type":"card",…} or {"type":"paymentCode",…}' },
  )
  .meta({ id: "PaymentMethod", description: "A card’s panToken, or a payment code with its PIN if it has one." });

const AuthorizationRef = z
  .string()
  .min(1)
  .max(64)
  .meta({
    description: "7-digit authorizationId or 17-character record id.",
    examples: ["4821907"],
  });
const TransactionRef = z.string().min(1).max(64).meta({ description: "transactionId of a capture or sale." });

export const reasonFields = {
  reasonCode: z.string().nullable().meta({ description: "Response code of a decline: ISO 8583 or R1." }),
  reasonMessage: z.string().nullable(),
  details: DeclineDetails,
};

export const RiskScore = z.int().min(0).max(100).nullable().meta({
  description: "0 to 100. Transactions at 85 or above are declined with 05. Null if there was nothing to score.",
});

export const ReceiptLink = z
  .strictObject({ id: z.string(), url: z.url() })
  .meta({ id: "ReceiptLink", description: "A page for people. Anyone with the link can read it." });

function requirePin({ value, issues }: z.core.ParsePayload<{ paymentMethod: z.output<typeof PaymentMethod> }>): void {
  const { paymentMethod: method } = value;
  if (method.type === "card" || !lacksPin(method.paymentCode, method.pin)) return;
  issues.push({ code: "custom", path: ["paymentMethod", "pin"], message: PIN_REQUIRED, input: value, continue: true });
}

export const sentAnnotations = {
  ...sentReference,
  metadata: Metadata.nullable().meta({ description: "The metadata of this request." }),
};

const RecordIdOfAuthorization = RecordIdField.meta({ description: "Record id of the authorization." });

const paymentShape = {
  amount: AmountInput,
  currency: OptionalCurrency,
  paymentMethod: PaymentMethod,
  ...annotationFields,
};
export const AuthorizeTransactionBody = z.object(paymentShape).check(requirePin).meta({ id: "AuthorizeTransaction" });
export const SellTransactionBody = z.object(paymentShape).check(requirePin).meta({ id: "SellTransaction" });

const authorizedShape = {
  authorizationId: AuthorizationIdField.nullable(),
  recordId: RecordIdOfAuthorization.nullable(),
  approved: z.boolean(),
  status: z.enum(["Authorization Approved", "Authorization Declined"]),
  authorizedAmount: AmountOutput,
  approvalCode: z.string().nullable(),
  expiresAt: DateTimeField.nullable().meta({ description: "When the hold expires." }),
  riskScore: RiskScore,
  ...reasonFields,
};

export const AuthorizedTransaction = z
  .strictObject({ ...authorizedShape, matchWords: MatchWords, ...sentAnnotations })
  .meta({ id: "AuthorizedTransaction" });

export const IncrementTransactionBody = z
  .object({
    authorizationId: AuthorizationRef,
    amount: AmountInput.meta({ description: "The amount added to the hold." }),
    ...annotationFields,
  })
  .meta({ id: "IncrementTransaction" });

export const IncrementedTransaction = z
  .strictObject({
    ...authorizedShape,
    parentAuthorization: RecordIdField.meta({ description: "Record id of the authorization that it adds to." }),
    ...sentAnnotations,
  })
  .meta({ id: "IncrementedTransaction" });

const CAPTURE_STATUSES = ["PendingSettlement", "Captured"] as const;
const CaptureStatus = z.enum(CAPTURE_STATUSES).meta({ description: "PendingSettlement until its batch settles." });

export const SoldStatus = z.enum([...CAPTURE_STATUSES, "Declined"]).meta({
  description: "PendingSettlement: captured, waiting for its batch to settle.",
});

export const SoldTransaction = z
  .strictObject({
    transactionId: RecordIdField.nullable(),
    approved: z.boolean(),
    authorizationId: AuthorizationIdField.nullable(),
    recordId: RecordIdOfAuthorization.nullable(),
    capturedAmount: AmountOutput,
    riskScore: RiskScore,
    status: SoldStatus,
    approvalCode: z.string().nullable(),
    ...reasonFields,
    matchWords: MatchWords,
    receipt: ReceiptLink.nullable(),
    ...sentAnnotations,
  })
  .meta({ id: "SoldTransaction" });

export const CaptureTransactionBody = z
  .object({
    authorizationId: AuthorizationRef,
    ...CaptureAuthorizationBody.shape,
    amount: AmountInput.optional().meta({ description: "Defaults to the full hold." }),
  })
  .meta({ id: "CaptureTransaction" });

export const CapturedTransaction = z
  .strictObject({
    transactionId: RecordIdField,
    authorizationId: AuthorizationIdField,
    recordId: RecordIdOfAuthorization,
    capturedAmount: AmountOutput,
    remainingAuthorizedAmount: AmountOutput,
    status: CaptureStatus,
    ...statusNow,
    receipt: ReceiptLink,
    ...sentAnnotations,
  })
  .meta({ id: "CapturedTransaction" });

export const VoidTransactionBody = z
  .object({
    authorizationId: AuthorizationRef,
    amount: AmountInput.optional().meta({ description: "Defaults to the full hold." }),
    ...annotationFields,
  })
  .meta({ id: "VoidTransaction" });

export const VoidedTransaction = z
  .strictObject({
    authorizationId: AuthorizationIdField,
    recordId: RecordIdOfAuthorization,
    voidedAmount: AmountOutput,
    remainingAuthorizedAmount: AmountOutput.meta({ description: "The remaining hold." }),
    capturedAmount: AmountOutput.meta({
      description: "The amount captured before, which stays captured: if above 0, only the rest was voided.",
    }),
    status: z.literal("Voided"),
    ...statusNow,
    ...sentAnnotations,
  })
  .meta({ id: "VoidedTransaction" });

export const RefundTransactionBody = z
  .object({
    transactionId: TransactionRef,
    amount: AmountInput.optional().meta({ description: "Defaults to what is left of the transaction." }),
    reason: ReversalReasonField.default("RV05").meta({ description: "RV05 is goods returned." }),
    ...annotationFields,
  })
  .meta({ id: "RefundTransaction" });

export const RefundedTransaction = z
  .strictObject({
    refundId: RecordIdField,
    transactionId: RecordIdField,
    authorizationId: AuthorizationIdField,
    recordId: RecordIdOfAuthorization,
    refundedAmount: AmountOutput,
    remainingRefundable: AmountOutput,
    status: z.enum(["Refunded", "PartiallyRefunded"]),
    ...statusNow,
    receipt: ReceiptLink,
    ...sentAnnotations,
  })
  .meta({ id: "RefundedTransaction" });

export const ReverseTransactionBody = z
  .object({ transactionId: TransactionRef, ...annotationFields })
  .meta({ id: "ReverseTransaction" });

export const ReversedTransaction = z
  .strictObject({
    transactionId: RecordIdField,
    refundId: RecordIdField,
    authorizationId: AuthorizationIdField,
    recordId: RecordIdOfAuthorization,
    reversedAmount: AmountOutput,
    status: z.literal("Reversed"),
    ...statusNow,
    ...sentAnnotations,
  })
  .meta({ id: "ReversedTransaction" });

export const GetTransactionBody = z
  .object({ transactionId: TransactionRef.optional(), merchantReference: MerchantReference.optional() })
  .refine((body) => (body.transactionId === undefined) !== (body.merchantReference === undefined), {
    error: "give either transactionId or merchantReference",
    path: ["transactionId"],
  })
  .meta({ id: "GetTransaction" });

const {
  transactionId,
  amount: _amount,
  refunded: _refunded,
  refundable: _refundable,
  ...ofTransactionCapture
} = ofCapture;

const TransactionCapture = z
  .strictObject({
    transactionId,
    capturedAmount: ofCapture.amount,
    refundedAmount: ofCapture.refunded,
    remainingRefundable: AmountOutput,
    ...ofTransactionCapture,
    ...recordedAnnotations,
    ...ofSettlement,
    receipt: ReceiptLink,
  })
  .meta({ id: "TransactionCapture" });

const TransactionRefund = z
  .strictObject({
    refundId: RecordIdField,
    transactionId: RecordIdField,
    amount: AmountOutput,
    reason: z.string(),
    status: RefundRecordStatus,
    ...recordedAnnotations,
    ...ofSettlement,
  })
  .meta({ id: "TransactionRefund" });

/** Requested by transactionId, it lists only that capture and its refunds. */
export const TransactionRecord = z
  .strictObject({
    authorizationId: AuthorizationIdField,
    recordId: RecordIdOfAuthorization,
    parentAuthorization: RecordIdField.nullable().meta({
      description: "Record id of the authorization that this one adds to. Null for a first authorization.",
    }),
    approved: z.boolean(),
    status: AuthorizationStatusField,
    currency: CurrencyField,
    authorizedAmount: AmountOutput,
    remainingAuthorizedAmount: AmountOutput,
    voidedAmount: AmountOutput,
    capturedAmount: AmountOutput,
    refundedAmount: AmountOutput,
    ...amountsLeft,
    merchantReference: z.string().nullable(),
    recurringAuthorizationId: RecordIdField.nullable(),
    approvalCode: z.string().nullable(),
    riskScore: RiskScore,
    ...reasonFields,
    matchWords: MatchWords,
    metadata: Metadata.nullable().meta({
      description: "The metadata of the authorization, on whichever surface it was sent.",
    }),
    createdAt: DateTimeField,
    expiresAt: DateTimeField.nullable(),
    captures: z.array(TransactionCapture),
    refunds: z.array(TransactionRefund),
    otherAuthorizations: z.array(AuthorizationIdField).meta({
      description: "Other approved authorizations with the same merchantReference, newest first: at most 10.",
    }),
  })
  .meta({ id: "Transaction" });
