import { z } from "zod";
import { REVERSAL_REASONS } from "@/server/contracts/choices";
import { DEFAULT_CURRENCY } from "@/server/contracts/currencies";
import { AuthorizationStatusField } from "../authorization-status-field";
import type { AVS_RESULTS, CVV_RESULTS, ENTRY_MODES } from "../card-checks";
import { CHANNELS, toChannelId } from "../channels";
import {
  AmountInput,
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  lineWithInk,
  listedId,
  MccField,
  MerchantReference,
  PanTokenField,
  payerFields,
  RecordIdField,
} from "../fields";
import { Metadata, MetadataInput } from "../metadata";
import { ids } from "./authorization-ids";
import { pageOf } from "./reading-back/list-fields";

const MODES = ["01", "02", "03", "04", "05"] as const satisfies readonly (keyof typeof ENTRY_MODES)[];
const AVS = ["Y", "N", "A", "Z", "U"] as const satisfies readonly (keyof typeof AVS_RESULTS)[];
const CVV = ["M", "N", "P", "U", "X"] as const satisfies readonly (keyof typeof CVV_RESULTS)[];

export type ReversalReason = keyof typeof REVERSAL_REASONS;
const reversalReasons = Object.keys(REVERSAL_REASONS) as [ReversalReason, ...ReversalReason[]];

const REVERSE_KINDS = ["void", "refund"] as const;
export type ReverseKind = (typeof REVERSE_KINDS)[number];
export const ReverseKindField = z.enum(REVERSE_KINDS);

export const ReversalReasonField = z.enum(reversalReasons);

const ApprovalCode = z
  .string()
  .regex(/^[0-9]{6}$/)
  .meta({ description: "Six digits." });

const field = <Sent extends z.ZodType, Shown extends z.ZodType>(sent: Sent, shown: Shown) => ({ sent, shown });

/** A field that is shown as it was sent. */
const asSent = <Field extends z.ZodType>(same: Field) => field(same, same);

/** Fields that describe a card payment, as requests send them and records show them. Each is a column of the same name. */
const DESCRIBED = {
  merchantNameRaw: field(lineWithInk(64).meta({ description: "The name as it appears on statements." }), z.string()),
  mcc: field(MccField.meta({ description: "Merchant category code. Defaults to the merchant’s own." }), z.string()),
  channel: field(
    z
      .string()
      .min(1)
      .max(64)
      .overwrite(toChannelId)
      .meta({ description: `Record id or slug: ${Object.keys(CHANNELS).join(", ")}.` }),
    RecordIdField,
  ),
  mode: field(
    z.enum(MODES).meta({
      description: "01 card present, 02 card not present, 03 recurring, 04 token, 05 mail or phone order.",
    }),
    z.enum(MODES),
  ),
  avsResult: asSent(z.enum(AVS)),
  cvvResult: asSent(z.enum(CVV)),
  merchantReference: field(MerchantReference, z.string()),
  metadata: field(MetadataInput, Metadata),
};

type DescribedFields = { readonly [Field in keyof typeof DESCRIBED]: z.output<(typeof DESCRIBED)[Field]["sent"]> };

export type PaymentDescription = { readonly [Field in keyof DescribedFields]: DescribedFields[Field] | null };

export const DESCRIBED_FIELDS = Object.keys(DESCRIBED) as readonly (keyof PaymentDescription)[];

export const NOTHING_DESCRIBED = Object.fromEntries(
  DESCRIBED_FIELDS.map((field) => [field, null]),
) as unknown as PaymentDescription;

function mapDescribed<Mapped>(map: (of: { readonly sent: z.ZodType; readonly shown: z.ZodType }) => z.ZodType): Mapped {
  return Object.fromEntries(Object.entries(DESCRIBED).map(([name, of]) => [name, map(of)])) as Mapped;
}

/** The contract's order has `channel` before `merchant`. */
const { channel, ...describedAfterMerchant } = mapDescribed<{
  readonly [Field in keyof typeof DESCRIBED]: z.ZodExactOptional<(typeof DESCRIBED)[Field]["sent"]>;
}>(({ sent }) => sent.exactOptional());

const describedShown = mapDescribed<{
  readonly [Field in keyof typeof DESCRIBED]: z.ZodNullable<(typeof DESCRIBED)[Field]["shown"]>;
}>(({ shown }) => shown.nullable());

export const annotationFields = {
  merchantReference: MerchantReference.optional().meta({
    description:
      "The merchant’s reference for this request. Doesn’t have to be unique. You can look the payment up by it.",
  }),
  metadata: MetadataInput.optional(),
};

export const captureField = {
  // No default: it would change what repeats of before mean.
  capture: z.boolean().optional().meta({
    description:
      "Captures the whole amount in the same step: a sale. Either both happen or neither does. Defaults to false.",
  }),
};

export const saleCapture = {
  transactionId: RecordIdField.nullable().meta({ description: "The sale’s capture. Null for a hold." }),
};

/** Contract 2.1. */
export const CreateAuthorizationBody = z
  .object({
    panToken: PanTokenField,
    amount: AmountInput,
    currency: CurrencyField.default(DEFAULT_CURRENCY).meta({
      description:
        "An active ISO 4217 code. Defaults to USD in this operation only; elsewhere it defaults to the currency of the paying account.",
    }),
    channel,
    merchant: z.string().min(1).max(64).optional().meta({
      description: "Merchant account record id. Defaults to the tenant’s default merchant account.",
    }),
    ...captureField,
    ...describedAfterMerchant,
  })
  .meta({ id: "CreateAuthorization" });

export const sentReference = {
  merchantReference: z.string().nullable().meta({ description: "The merchantReference of this request." }),
};

export const statusNow = {
  authorizationStatus: AuthorizationStatusField.meta({
    description: "The authorization’s status after this request.",
  }),
};

/** Contract 2.2. */
export const ApprovedAuthorization = z
  .strictObject({
    status: z.literal("approved"),
    ...ids,
    amount: AmountOutput,
    approvalCode: ApprovalCode,
    expires: DateTimeField.meta({ description: "When the hold expires. A sale leaves none." }),
    ...saleCapture,
    ...sentReference,
  })
  .meta({ id: "ApprovedAuthorization" });

/** Contract 2.2. */
const DeclinedAuthorization = z
  .strictObject({
    status: z.literal("declined"),
    amount: AmountOutput,
    authorizationId: AuthorizationIdField.nullable(),
    recordId: RecordIdField.nullable(),
    reasonCode: z.string().meta({ description: "ISO 8583 response code." }),
    reasonMessage: z.string(),
    details: z.record(z.string(), z.unknown()),
    ...sentReference,
  })
  .meta({ id: "DeclinedAuthorization" });

/** Remaining amounts. Not part of contract 2.3. */
export const amountsLeft = {
  capturable: AmountOutput.meta({ description: "The amount that can still be captured." }),
  voidable: AmountOutput.meta({ description: "The amount that can still be voided." }),
  refundable: AmountOutput.meta({ description: "Captured and not yet refunded." }),
};

/** Contract 2.3. */
export const AuthorizationRecord = z
  .strictObject({
    id: listedId("recordId"),
    ...ids,
    status: AuthorizationStatusField,
    amount: AmountOutput,
    captured: AmountOutput,
    reversed: AmountOutput,
    ...amountsLeft,
    currency: CurrencyField,
    card: RecordIdField,
    ...payerFields,
    merchant: RecordIdField.nullable(),
    ...describedShown,
    approvalCode: ApprovalCode.nullable(),
    responseCode: z.string().nullable(),
    reasonCode: z.string().nullable(),
    reasonTitle: z.string().nullable(),
    created: DateTimeField.nullable(),
    expires: DateTimeField.nullable(),
    acknowledged: DateTimeField.nullable().meta({ description: "When the first capture was posted to the ledger." }),
    settled: DateTimeField.nullable(),
    parentAuthorization: RecordIdField.nullable().meta({
      description:
        "Record id of the authorization that this one increases; its amounts include this one’s. Null for a first authorization.",
    }),
  })
  .meta({ id: "Authorization" });

export const AuthorizationList = pageOf("AuthorizationList", AuthorizationRecord);

/** Contract 2.5. */
export const ApprovedIncrement = z
  .strictObject({
    status: z.literal("approved"),
    amount: AmountOutput.meta({ description: "The amount added to the hold." }),
    approvalCode: ApprovalCode,
    ...ids,
    parentAuthorization: RecordIdField,
    expires: DateTimeField,
    ...sentReference,
  })
  .meta({ id: "ApprovedIncrement" });

/** Contract 2.6. */
export const ReverseResult = z
  .strictObject({
    status: z.enum(["reversed", "partial-reversed"]).meta({ description: "reversed: nothing reversible is left." }),
    amountReversed: AmountOutput,
    amountVoided: AmountOutput.meta({ description: "The part that was held." }),
    amountRefunded: AmountOutput.meta({ description: "The part that was captured." }),
    refundId: RecordIdField.nullable().meta({ description: "Null if no captured money was returned." }),
    ...ids,
    ...statusNow,
    ...sentReference,
    reasonCode: ReversalReasonField,
    idempotencyKey: z.string(),
    settled: DateTimeField.nullable(),
  })
  .meta({ id: "ReverseResult" });

/** A 200 is a decline, or a repeat of an earlier 201. */
export const CreateAuthorizationAnswer = z
  .union([DeclinedAuthorization, ApprovedAuthorization])
  .meta({ id: "CreateAuthorizationAnswer" });
export const IncrementAuthorizationAnswer = z
  .union([DeclinedAuthorization, ApprovedIncrement])
  .meta({ id: "IncrementAuthorizationAnswer" });

/** Contract 2.5. */
export const IncrementAuthorizationBody = z
  .object({ amount: AmountInput, ...annotationFields })
  .meta({ id: "IncrementAuthorization" });

/** Contract 2.6. */
export const ReverseAuthorizationBody = z
  .object({
    amount: AmountInput.optional().meta({ description: "Defaults to everything the kind covers." }),
    kind: ReverseKindField.optional().meta({
      description:
        "`void` releases held money only; `refund` returns captured money only. Without a kind, an amount equal to the hold plus the captures undoes both; an amount that the captures cover is a refund; an amount that only the hold covers is a void.",
    }),
    reason: ReversalReasonField.default("RV02").meta({ description: "RV02 is a customer void." }),
    ...annotationFields,
  })
  .meta({ id: "ReverseAuthorization" });
