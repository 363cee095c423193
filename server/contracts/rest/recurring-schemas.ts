import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import {
  AmountInput,
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  lineOfText,
  lineWithInk,
  listedId,
  MerchantReference,
  RecordIdField,
} from "../fields";
import { MAX_KEYS } from "../metadata";
import { annotationFields } from "./authorization-schemas";
import { AnyCodeInput, lacksPin, PIN_REQUIRED, PinInput } from "./code-fields";
import { CreatedField, pageInBody, pageOf } from "./reading-back/list-fields";
import { ReceiptLink, RiskScore, reasonFields, SoldStatus, sentAnnotations } from "./transaction-schemas";

/** Recurring authorizations (contract 2.11, 3.5, 4.5). */

export const AGREEMENT_STATUSES = ["PendingApproval", "Active", "Denied", "Expired", "Revoked"] as const;

const ApprovalUrl = z.url().nullable().meta({
  description:
    "The page where the member answers, once signed in. Send it to them, or show it as a QR code. It is useless to anyone else.",
});

const AgreementRef = z
  .string()
  .min(1)
  .max(64)
  .meta({ examples: ["3Fq8rTD7pQv2Lm9Ka"] });

export const AuthorizeRecurringBody = z
  .object({
    memberId: z.string().min(1).max(64).optional(),
    paymentCode: AnyCodeInput.optional().meta({ description: "A code that allows recurring; used up at approval." }),
    pin: PinInput.optional(),
    merchantReference: MerchantReference,
    description: lineWithInk(256).meta({ description: "What the payments are for, as shown to the member." }),
    amount: AmountInput.optional().meta({ description: "The usual amount of a charge, as shown to the member." }),
    maxAmount: AmountInput.optional().meta({
      description: "The most a charge can take. Defaults to the amount. The member may lower it.",
    }),
    currency: CurrencyField.optional().meta({
      description: "Defaults to the code’s currency, or to that of the member’s oldest account.",
    }),
    interval: z.enum(INTERVALS).optional().meta({
      description:
        "One charge a day, week, or month, counted from the day of the first charge in the merchant’s time zone. The member may choose a longer one.",
    }),
    endsOn: DateField.optional().meta({ description: "Last day of charges, in the merchant’s time zone." }),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if ((body.memberId === undefined) === (body.paymentCode === undefined)) {
      refuse("memberId", "give either memberId or paymentCode");
    }
    if (lacksPin(body.paymentCode, body.pin)) refuse("pin", PIN_REQUIRED);
    if (body.amount !== undefined && body.maxAmount !== undefined && body.amount > body.maxAmount) {
      refuse("maxAmount", "must not be less than amount");
    }
  })
  .meta({ id: "AuthorizeRecurring" });

export const RequestedRecurring = z
  .strictObject({
    recurringAuthorizationId: RecordIdField.nullable(),
    status: z.enum(AGREEMENT_STATUSES),
    memberId: RecordIdField.nullable(),
    expiresAt: DateTimeField.nullable().meta({ description: "When the request expires." }),
    approvalUrl: ApprovalUrl,
    ...reasonFields,
  })
  .meta({ id: "RequestedRecurring" });

export const ChargeRecurringBody = z
  .object({
    recurringAuthorizationId: AgreementRef,
    amount: AmountInput,
    currency: CurrencyField.optional().meta({ description: "Defaults to the agreement’s." }),
    ...annotationFields,
    onExceed: z.literal("ask").optional().meta({
      description:
        "Asks the member about a charge over the cap or too early, instead of declining it. Without it, such a charge is declined.",
    }),
  })
  .refine(({ onExceed, metadata = {} }) => onExceed === undefined || Object.keys(metadata).length < MAX_KEYS, {
    error: `must have fewer than ${MAX_KEYS} keys with onExceed, which adds chargeRequestId`,
    path: ["metadata"],
  })
  .meta({ id: "ChargeRecurring" });

export const ChargedRecurring = z
  .strictObject({
    transactionId: RecordIdField.nullable(),
    approved: z.boolean(),
    riskScore: RiskScore,
    status: z.enum([...SoldStatus.options, "PendingApproval"]),
    authorizationId: AuthorizationIdField.nullable(),
    recordId: RecordIdField.nullable().meta({ description: "Record id of the authorization." }),
    capturedAmount: AmountOutput,
    ...reasonFields,
    receipt: ReceiptLink.nullable(),
    chargeRequestId: RecordIdField.nullable().meta({
      description: "For PendingApproval: the request the member has to answer. Nothing is charged until they approve.",
    }),
    expiresAt: DateTimeField.nullable().meta({ description: "When the request expires." }),
    approvalUrl: ApprovalUrl,
    ...sentAnnotations,
  })
  .meta({ id: "ChargedRecurring" });

export const CHARGE_REQUEST_STATUSES = ["PendingApproval", "Approved", "Denied", "Expired", "Withdrawn"] as const;

export const GetChargeRequestBody = z
  .object({
    chargeRequestId: z
      .string()
      .min(1)
      .max(64)
      .meta({ examples: ["5Ks2nVbT8yRw3Xc6d"] }),
  })
  .meta({ id: "GetChargeRequest" });

export const ChargeRequest = z
  .strictObject({
    chargeRequestId: RecordIdField,
    status: z.enum(CHARGE_REQUEST_STATUSES),
    recurringAuthorizationId: RecordIdField,
    merchant: RecordIdField,
    memberId: RecordIdField,
    amount: AmountOutput,
    currency: CurrencyField,
    merchantReference: z.string().nullable(),
    exceeds: z.enum(["maxAmount", "interval"]).meta({
      description: "Which of the agreement’s terms the charge exceeds; the amount, if both.",
    }),
    createdAt: DateTimeField,
    expiresAt: DateTimeField.meta({ description: "When the request expires." }),
    decidedAt: DateTimeField.nullable().meta({
      description: "When the member answered, or when the charge was declined without an answer.",
    }),
    authorizationId: AuthorizationIdField.nullable().meta({
      description: "The resulting payment or decline.",
    }),
    recordId: RecordIdField.nullable().meta({ description: "Record id of that authorization." }),
    transactionId: RecordIdField.nullable().meta({ description: "The payment’s capture, for refunds." }),
    receipt: ReceiptLink.nullable(),
  })
  .meta({ id: "ChargeRequest" });

export const RevokeRecurringBody = z
  .object({ recurringAuthorizationId: AgreementRef, reason: lineOfText(256).optional() })
  .meta({ id: "RevokeRecurring" });

export const GetRecurringBody = z.object({ recurringAuthorizationId: AgreementRef }).meta({ id: "GetRecurring" });

export const ListRecurringBody = z
  .object({
    created: CreatedField,
    status: z.enum(AGREEMENT_STATUSES).optional(),
    member: RecordIdField.optional().meta({ description: "Only agreements that this member was asked about." }),
    account: RecordIdField.optional().meta({ description: "Only agreements that this member account pays." }),
    merchantReference: MerchantReference.optional(),
    ...pageInBody,
  })
  .meta({ id: "ListRecurring" });

export const PreflightRecurringBody = z
  .object({
    recurringAuthorizationId: AgreementRef,
    amount: AmountInput,
    currency: CurrencyField.optional().meta({ description: "Defaults to the agreement’s." }),
    on: DateField.optional().meta({
      description: "The day of the charge, in the agreement’s time zone: today or later. Defaults to today.",
    }),
  })
  .meta({ id: "PreflightRecurring" });

export const PreflightedRecurring = z
  .strictObject({
    recurringAuthorizationId: RecordIdField,
    allowed: z.boolean().meta({
      description:
        "Whether the agreement’s terms allow the charge. The member’s balance and risk rules aren’t checked.",
    }),
    on: DateField,
    amount: AmountOutput,
    currency: CurrencyField,
    ...reasonFields,
    earliestOn: DateField.nullable().meta({
      description: "If the charge is too early, the first day it would be due, in the agreement’s time zone.",
    }),
  })
  .meta({ id: "PreflightedRecurring" });

/** Contract 2.11. */
export const RecurringAuthorization = z
  .strictObject({
    id: listedId("recurringAuthorizationId"),
    recurringAuthorizationId: RecordIdField,
    status: z.enum(AGREEMENT_STATUSES),
    active: z.boolean().meta({ description: "Whether the merchant can charge, now or later." }),
    merchant: RecordIdField,
    memberId: RecordIdField,
    paymentMethod: RecordIdField.nullable().meta({
      description: "The member’s account that pays; null until approved.",
    }),
    merchantReference: z.string(),
    description: z.string(),
    currency: CurrencyField,
    amount: AmountOutput.nullable().meta({ description: "The usual amount of a charge, as stated by the merchant." }),
    maxAmount: AmountOutput.nullable().meta({
      description: "The most a charge can take: as requested, then as the member approved it. Null: no limit.",
    }),
    interval: z.enum(INTERVALS).nullable().meta({
      description: "The shortest time between charges: as requested, then as the member approved it. Null: no limit.",
    }),
    endsOn: DateField.nullable(),
    timeZone: z.string().meta({
      description: "The time zone in which days are counted: the merchant’s when it requested the agreement.",
    }),
    nextChargeOn: DateField.nullable().meta({
      description: "First day of the next charge, in the time zone. A weekly or monthly one may come a day earlier.",
    }),
    charges: z.int(),
    chargeLimit: z.int().nullable().meta({ description: "How many charges there may be." }),
    firstApproved: DateTimeField.nullable().meta({ description: "When the first charge was approved." }),
    lastUsed: DateTimeField.nullable().meta({ description: "When the last charge was approved." }),
    createdAt: DateTimeField,
    expiresAt: DateTimeField.meta({ description: "When the request expires." }),
    approvedAt: DateTimeField.nullable(),
    deniedAt: DateTimeField.nullable(),
    revokedAt: DateTimeField.nullable(),
    revokedBy: z.enum(["merchant", "member"]).nullable(),
    revokeReason: z.string().nullable(),
  })
  .meta({ id: "RecurringAuthorization" });

export const RecurringAuthorizationList = pageOf("RecurringAuthorizationList", RecurringAuthorization);

export const ApproveAgreementBody = z
  .object({
    account: z.string().min(1).max(64).optional().meta({ description: "Another account of the member to pay from." }),
    maxAmount: AmountInput.optional().meta({
      description: "The most a charge can take: less than requested, or a cap where none was requested.",
    }),
    interval: z.enum(INTERVALS).optional().meta({
      description: "One charge a day, week, or month: longer than requested, or an interval where none was requested.",
    }),
    noLimit: z.boolean().default(true).meta({
      description:
        "Whether to allow charges without a cap or interval if neither the merchant nor the member sets one. If false, such a request is rejected, as the wallet does until the member chooses.",
    }),
  })
  .meta({ id: "ApproveAgreement" });
