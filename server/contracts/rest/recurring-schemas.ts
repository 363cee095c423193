import { z } from "zod";
import {
  AmountInput,
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  INTERVALS,
  lineOfText,
  RecordIdField,
} from "../fields";
import { AnyCodeInput, lacksPin, PIN_REQUIRED, PinInput } from "./code-fields";
import { MerchantReference, ReceiptLink, RiskScore, reasonFields, SoldStatus } from "./transaction-schemas";

/** Recurring authorizations (contract 2.11, 3.5, 4.5). */

const AGREEMENT_STATUSES = ["PendingApproval", "Active", "Denied", "Expired", "Revoked"] as const;

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
    description: lineOfText(256).meta({ description: "What the member is asked to pay for." }),
    amount: AmountInput.optional().meta({ description: "The usual amount of a charge, as shown to the member." }),
    maxAmount: AmountInput.optional().meta({
      description: "The most a charge may come to; without it the amount is. The member may lower it.",
    }),
    currency: CurrencyField.optional().meta({
      description: "Defaults to the code's own, or to that of the member's oldest account.",
    }),
    interval: z
      .enum(INTERVALS)
      .optional()
      .meta({ description: "How often at most, by UTC days. The member may choose a longer one." }),
    endsOn: DateField.optional().meta({ description: "Last day of charges." }),
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
    expiresAt: DateTimeField.nullable().meta({ description: "Until when the member may answer." }),
    ...reasonFields,
  })
  .meta({ id: "RequestedRecurring" });

export const ChargeRecurringBody = z
  .object({
    recurringAuthorizationId: AgreementRef,
    amount: AmountInput,
    currency: CurrencyField.optional().meta({ description: "Defaults to the agreement's." }),
    merchantReference: MerchantReference.optional(),
  })
  .meta({ id: "ChargeRecurring" });

export const ChargedRecurring = z
  .strictObject({
    transactionId: RecordIdField.nullable(),
    approved: z.boolean(),
    riskScore: RiskScore,
    status: SoldStatus,
    authorizationId: AuthorizationIdField.nullable(),
    capturedAmount: AmountOutput,
    ...reasonFields,
    receipt: ReceiptLink.nullable(),
  })
  .meta({ id: "ChargedRecurring" });

export const RevokeRecurringBody = z
  .object({ recurringAuthorizationId: AgreementRef, reason: lineOfText(256).optional() })
  .meta({ id: "RevokeRecurring" });

export const GetRecurringBody = z.object({ recurringAuthorizationId: AgreementRef }).meta({ id: "GetRecurring" });

/** Contract 2.11. */
export const RecurringAuthorization = z
  .strictObject({
    recurringAuthorizationId: RecordIdField,
    status: z.enum(AGREEMENT_STATUSES),
    active: z.boolean().meta({ description: "Whether the merchant may charge, now or from nextChargeOn." }),
    merchant: RecordIdField,
    memberId: RecordIdField,
    paymentMethod: RecordIdField.nullable().meta({
      description: "The member's account that pays; null until approved.",
    }),
    merchantReference: z.string(),
    description: z.string(),
    currency: CurrencyField,
    amount: AmountOutput.nullable().meta({ description: "What a charge usually comes to, as the merchant said." }),
    maxAmount: AmountOutput.nullable().meta({
      description: "The most a charge may come to: as asked, and once approved as the member set it. Null: no limit.",
    }),
    interval: z.enum(INTERVALS).nullable().meta({
      description: "How often at most: as asked, and once approved as the member set it. Null: no limit.",
    }),
    endsOn: DateField.nullable(),
    nextChargeOn: DateField.nullable().meta({ description: "First day of the next charge." }),
    charges: z.int(),
    chargeLimit: z.int().nullable().meta({ description: "How many charges there may be." }),
    firstApproved: DateTimeField.nullable().meta({ description: "The first approved charge." }),
    lastUsed: DateTimeField.nullable().meta({ description: "The last approved charge." }),
    createdAt: DateTimeField,
    expiresAt: DateTimeField.meta({ description: "Until when the member may answer." }),
    approvedAt: DateTimeField.nullable(),
    deniedAt: DateTimeField.nullable(),
    revokedAt: DateTimeField.nullable(),
    revokedBy: z.enum(["merchant", "member"]).nullable(),
    revokeReason: z.string().nullable(),
  })
  .meta({ id: "RecurringAuthorization" });

/** What the member chooses when approving. */
export const ApproveAgreementBody = z
  .object({
    account: z.string().min(1).max(64).optional().meta({ description: "Another account of the member that pays." }),
    maxAmount: AmountInput.optional().meta({
      description: "The most a charge may come to: less than the merchant asked for, or a cap where it asked for none.",
    }),
    interval: z.enum(INTERVALS).optional().meta({
      description: "How often at most: less often than the merchant asked for, or an interval where it asked for none.",
    }),
    noLimit: z.boolean().default(true).meta({
      description:
        "Whether a cap or interval that neither the merchant nor the member names is meant to be missing. With false such a request is refused, as the wallet refuses it until the member chooses.",
    }),
  })
  .meta({ id: "ApproveAgreement" });
