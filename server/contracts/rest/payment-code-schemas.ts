import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import {
  AmountInput,
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  DeclineDetails,
  lineOfText,
  lineWithInk,
  MatchWords,
  MerchantReference,
  RecordIdField,
} from "../fields";
import { Metadata, MetadataInput } from "../metadata";
import { captureField, saleCapture, sentReference } from "./authorization-schemas";
import { crockford, PinInput } from "./code-fields";
import { secretShownField } from "./secret-shown";

export const PAYMENT_CODE_STATUSES = [
  "Code Active",
  "Code Used",
  "Code Locked",
  "Code Expired",
  "Code Revoked",
] as const;
const A_YEAR_OF_MINUTES = 525_600;

const CodeInput = crockford([10], "10 characters, Crockford base32.");

export const PathCode = z.object({ code: CodeInput.meta({ examples: ["7KQ2M9XW4T"] }) });

const codeTerms = {
  member: z.string().min(1).max(64).meta({ description: "Member account record id." }),
  account: z.string().min(1).max(64).optional().meta({
    description: "The member’s account to pay from. Defaults to the oldest, in the currency if one is given.",
  }),
  merchant: z.string().min(1).max(64).optional().meta({
    description: "The only merchant that can redeem it. Without it, any merchant on the network can.",
  }),
  currency: CurrencyField.optional().meta({ description: "Defaults to the account’s." }),
  maxAmount: AmountInput.optional().meta({
    description: "The most one redemption can take, including its increments.",
  }),
  expiryMinutes: z.int().min(1).max(A_YEAR_OF_MINUTES).default(10).meta({
    description: "The deadline of the first use. Later uses of a recurring code end with its limit and last day.",
  }),
  singleUse: z
    .boolean()
    .optional()
    .meta({ description: "Whether the first use ends the code. Defaults to true. Has no effect with allowRecurring." }),
  allowRecurring: z.boolean().default(false).meta({
    description: "Allows later uses, within recurringInterval, recurringLimit, and recurringThru.",
  }),
  recurringInterval: z.enum(INTERVALS).optional().meta({
    description:
      "One use a day, week, or month, counted from the day of the first use in the merchant’s time zone. Has no effect without allowRecurring.",
  }),
  recurringLimit: z.int().min(1).max(10_000).optional().meta({
    description: "Uses in all. Has no effect without allowRecurring.",
  }),
  recurringThru: DateField.optional().meta({
    description:
      "Last day of use, in the merchant’s time zone from the first use on. Has no effect without allowRecurring.",
  }),
  displayHint: lineWithInk(64).optional(),
  metadata: MetadataInput.optional(),
};

/** Contract 2.8. */
export const CreatePaymentCodeBody = z
  .object({
    ...codeTerms,
    lockoutThreshold: z.int().min(1).max(100).default(5).meta({ description: "How many wrong PINs in a row lock it." }),
  })
  .meta({ id: "CreatePaymentCode" });

/** A member's choices in the portal (contract 2.8); in the sandbox, developers act as the member. */
export const CreateMemberCodeBody = z.object(codeTerms).meta({ id: "CreateMemberCode" });

export const CreatedMemberCode = z
  .strictObject({
    status: z.enum(PAYMENT_CODE_STATUSES),
    code: z.string().length(8).optional().meta({ description: "Returned once, in the first response." }),
    recordId: RecordIdField,
    expiresAt: DateTimeField,
    ...secretShownField,
  })
  .meta({ id: "CreatedMemberCode" });

/** Contract 2.8. */
export const CreatedPaymentCode = z
  .strictObject({
    status: z.enum(PAYMENT_CODE_STATUSES),
    code: z.string().length(10),
    pin: z.string().length(7).optional().meta({ description: "Returned once, in the first response." }),
    recordId: RecordIdField,
    expiresAt: DateTimeField,
    ...secretShownField,
  })
  .meta({ id: "CreatedPaymentCode" });

/** Contract 2.8. */
export const RedeemPaymentCodeBody = z
  .object({
    code: CodeInput,
    pin: PinInput,
    amount: AmountInput,
    merchant: z.string().min(1).max(64).meta({ description: "Merchant account record id." }),
    currency: CurrencyField.optional().meta({ description: "Defaults to the code’s own." }),
    ...captureField,
    deviceFingerprint: z.string().min(1).max(512).optional().meta({ description: "Stored as a hash." }),
    merchantReference: MerchantReference.optional(),
    metadata: MetadataInput.optional(),
  })
  .meta({ id: "RedeemPaymentCode" });

/** Contract 2.8. */
export const Redemption = z
  .strictObject({
    status: z.enum(["approved", "declined"]),
    amount: AmountOutput,
    authorizationId: AuthorizationIdField.nullable(),
    recordId: RecordIdField.nullable(),
    expires: DateTimeField.nullable().meta({ description: "When the hold expires. A sale leaves none." }),
    ...saleCapture,
    account: RecordIdField.nullable().meta({ description: "The account that pays; null on a decline." }),
    member: RecordIdField.nullable().meta({ description: "The member who pays; null on a decline." }),
    reasonCode: z.string().nullable().meta({ description: "ISO 8583 response code of a decline." }),
    reasonMessage: z.string().nullable(),
    details: DeclineDetails,
    matchWords: MatchWords,
    ...sentReference,
  })
  .meta({ id: "Redemption" });

/** Never contains the PIN or anything equivalent. */
export const PaymentCodeRecord = z
  .strictObject({
    recordId: RecordIdField,
    status: z.enum(PAYMENT_CODE_STATUSES),
    member: RecordIdField,
    account: RecordIdField,
    merchant: RecordIdField.nullable(),
    currency: CurrencyField,
    maxAmount: AmountOutput.nullable(),
    singleUse: z.boolean(),
    lockoutThreshold: z.int(),
    triesLeft: z.int().meta({ description: "Wrong PINs left before it locks." }),
    uses: z.int(),
    usesRemaining: z
      .int()
      .nullable()
      .meta({ description: "Remaining charges; 0 once the agreement has ended. Null if unlimited." }),
    allowRecurring: z.boolean(),
    recurringInterval: z.enum(INTERVALS).nullable(),
    recurringLimit: z.int().nullable(),
    recurringThru: DateField.nullable(),
    nextUseOn: DateField.nullable().meta({
      description: "First day of the next use of a recurring code, in the merchant’s time zone.",
    }),
    displayHint: z.string().nullable(),
    metadata: Metadata.nullable(),
    created: DateTimeField,
    expiresAt: DateTimeField.nullable().meta({
      description:
        "The deadline of the next use. After the first use of a recurring code, its last day applies instead. Null: no deadline.",
    }),
    lastUsed: DateTimeField.nullable(),
    revoked: z.boolean().meta({ description: "Also set if the code had already ended; see status for how it ended." }),
    revokedAt: DateTimeField.nullable(),
    revokeReason: z.string().nullable(),
  })
  .meta({ id: "PaymentCode" });

/** Contract 4.3. */
export const RevokePaymentCodeBody = z.object({ reason: lineOfText(256).optional() }).meta({ id: "RevokePaymentCode" });

/** Contract 2.8. */
export const RevokedPaymentCode = z
  .strictObject({
    recordId: RecordIdField,
    revoked: z.boolean().meta({ description: "True, even if the code had already ended." }),
  })
  .meta({ id: "RevokedPaymentCode" });
