import { z } from "zod";
import {
  AmountInput,
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  lineOfText,
  Metadata,
  RecordIdField,
} from "./fields";
import { defineOperation } from "./operation";

const MODES = ["01", "02", "03", "04", "05"] as const;
const AVS_RESULTS = ["Y", "N", "A", "Z", "U"] as const;
const CVV_RESULTS = ["M", "N", "P", "U", "X"] as const;

const AUTHORIZATION_STATUSES = [
  "Authorization Approved",
  "Authorization Partially Captured",
  "Authorization Captured",
  "Authorization Partially Reversed",
  "Authorization Reversed",
  "Authorization Expired",
  "Authorization Declined",
] as const;
export type AuthorizationStatus = (typeof AUTHORIZATION_STATUSES)[number];

const REVERSAL_REASONS = {
  RV01: "merchant cancel",
  RV02: "customer void",
  RV03: "duplicate",
  RV04: "wrong amount",
  RV05: "goods returned",
  RV06: "suspected fraud",
  RV07: "timeout",
  RV08: "other",
} as const;
export type ReversalReason = keyof typeof REVERSAL_REASONS;
const reversalReasons = Object.keys(REVERSAL_REASONS) as [ReversalReason, ...ReversalReason[]];

const ids = { authorizationId: AuthorizationIdField, recordId: RecordIdField };
const exampleIds = { authorizationId: "4821907", recordId: "3Fq8rT2kZb7Wn4XsD" };

const ApprovalCode = z
  .string()
  .regex(/^\d{6}$/)
  .meta({ description: "Six digits." });

const PathId = z.object({
  id: z.string().meta({ description: "7-digit authorizationId or 17-character recordId.", examples: ["4821907"] }),
});

/** Spec 2.1. */
const CreateAuthorizationBody = z
  .object({
    panToken: z
      .string()
      .regex(/^[0-9A-Za-z]{17}$/, "must be exactly 17 letters or digits")
      .meta({ description: "Opaque token of the card, exactly 17 characters." }),
    amount: AmountInput,
    currency: CurrencyField.optional().meta({ description: "Defaults to USD." }),
    channel: z.string().min(1).max(64).optional().meta({
      description: "Record id or slug: point-of-sale, e-commerce, recurring, mail-phone.",
    }),
    merchant: z.string().min(1).max(64).optional().meta({
      description: "Merchant account record id; without it the tenant's default merchant account takes it.",
    }),
    merchantNameRaw: lineOfText(64).optional().meta({ description: "Statement-style name." }),
    mcc: z
      .string()
      .regex(/^\d{4}$/)
      .optional()
      .meta({ description: "Merchant category code; without it the merchant's own." }),
    mode: z.enum(MODES).optional().meta({
      description: "01 card present, 02 card not present, 03 recurring, 04 token, 05 mail or phone order.",
    }),
    avsResult: z.enum(AVS_RESULTS).optional(),
    cvvResult: z.enum(CVV_RESULTS).optional(),
    metadata: Metadata.optional(),
  })
  .meta({ id: "CreateAuthorization" });

/** Spec 2.2. */
const ApprovedAuthorization = z
  .strictObject({
    status: z.literal("approved"),
    ...ids,
    amount: AmountOutput,
    approvalCode: ApprovalCode,
    expires: DateTimeField.meta({ description: "When the hold ends by itself." }),
  })
  .meta({ id: "ApprovedAuthorization" });

/** Spec 2.2. */
const DeclinedAuthorization = z
  .strictObject({
    status: z.literal("declined"),
    amount: AmountOutput,
    authorizationId: AuthorizationIdField.nullable(),
    recordId: RecordIdField.nullable(),
    reasonCode: z.string().meta({ description: "ISO 8583 response code." }),
    reasonMessage: z.string(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "DeclinedAuthorization" });

/** Spec 2.3. */
const AuthorizationRecord = z
  .strictObject({
    ...ids,
    status: z.enum(AUTHORIZATION_STATUSES),
    amount: AmountOutput,
    captured: AmountOutput,
    reversed: AmountOutput,
    currency: CurrencyField,
    card: RecordIdField,
    merchant: RecordIdField.nullable(),
    merchantNameRaw: z.string().nullable(),
    mcc: z.string().nullable(),
    channel: RecordIdField.nullable(),
    mode: z.enum(MODES).nullable(),
    approvalCode: ApprovalCode.nullable(),
    responseCode: z.string().nullable(),
    reasonCode: z.string().nullable(),
    reasonTitle: z.string().nullable(),
    avsResult: z.enum(AVS_RESULTS).nullable(),
    cvvResult: z.enum(CVV_RESULTS).nullable(),
    created: DateTimeField.nullable(),
    expires: DateTimeField.nullable(),
    acknowledged: DateTimeField.nullable().meta({ description: "When the ledger took the first capture." }),
    settled: DateTimeField.nullable(),
  })
  .meta({ id: "Authorization" });

/** Spec 2.4. */
const CaptureResult = z
  .strictObject({
    status: z.enum(["charged", "partial"]).meta({ description: "charged: nothing of the hold is left." }),
    amountCaptured: AmountOutput,
    ...ids,
    idempotencyKey: z.string(),
    acknowledged: DateTimeField.nullable(),
    settled: DateTimeField.nullable(),
  })
  .meta({ id: "CaptureResult" });

/** Spec 2.5. */
const ApprovedIncrement = z
  .strictObject({
    status: z.literal("approved"),
    amount: AmountOutput.meta({ description: "What was added to the hold." }),
    approvalCode: ApprovalCode,
    ...ids,
    parentAuthorization: RecordIdField,
    expires: DateTimeField,
  })
  .meta({ id: "ApprovedIncrement" });

/** Spec 2.6. */
const ReverseResult = z
  .strictObject({
    status: z.enum(["reversed", "partial-reversed"]).meta({ description: "reversed: nothing reversible is left." }),
    amountReversed: AmountOutput,
    ...ids,
    reasonCode: z.enum(reversalReasons),
    idempotencyKey: z.string(),
    settled: DateTimeField.nullable(),
  })
  .meta({ id: "ReverseResult" });

/** A 200 is a decline, or a repeat of what was once answered with 201. */
const CreateAuthorizationAnswer = z
  .union([DeclinedAuthorization, ApprovedAuthorization])
  .meta({ id: "CreateAuthorizationAnswer" });
const IncrementAuthorizationAnswer = z
  .union([DeclinedAuthorization, ApprovedIncrement])
  .meta({ id: "IncrementAuthorizationAnswer" });

const declinedExample = {
  status: "declined",
  amount: 42.5,
  ...exampleIds,
  reasonCode: "51",
  reasonMessage: "Insufficient funds",
  details: {},
};
const shared = { tag: "Authorizations", auth: "tenant" } as const;

export const createAuthorization = defineOperation({
  ...shared,
  id: "createAuthorization",
  method: "POST",
  path: "/v1/authorizations",
  summary: "Authorize a card",
  description: "Places a hold on the account behind the card. A decline is an answer, not an error.",
  idempotency: "required",
  body: {
    schema: CreateAuthorizationBody,
    isOptional: false,
    example: { panToken: "TESTcardApproved1", amount: 42.5, channel: "e-commerce", mode: "02" },
  },
  responses: {
    201: {
      description: "Approved: the hold stands.",
      schema: ApprovedAuthorization,
      example: {
        status: "approved",
        ...exampleIds,
        amount: 42.5,
        approvalCode: "083415",
        expires: "2026-11-28T09:30:00.000Z",
      },
    },
    200: {
      description: "Declined, or the earlier answer for this Idempotency-Key.",
      schema: CreateAuthorizationAnswer,
      example: declinedExample,
    },
  },
  errors: ["invalid_reference", "tenant_suspended", "14"],
});

export const getAuthorization = defineOperation({
  ...shared,
  id: "getAuthorization",
  method: "GET",
  path: "/v1/authorizations/{id}",
  summary: "Get an authorization",
  description: "The record of the authorization. A first authorization stands for its increments too.",
  idempotency: "none",
  params: PathId,
  responses: {
    200: {
      description: "The record.",
      schema: AuthorizationRecord,
      example: {
        ...exampleIds,
        status: "Authorization Partially Captured",
        amount: 42.5,
        captured: 20,
        reversed: 0,
        currency: "USD",
        card: "3Fq8rT1aaBbCcDdEe",
        merchant: "TESTmerchantCafe1",
        merchantNameRaw: null,
        mcc: "5814",
        channel: "CHANeCommerce0001",
        mode: "02",
        approvalCode: "083415",
        responseCode: "00",
        reasonCode: null,
        reasonTitle: null,
        avsResult: null,
        cvvResult: null,
        created: "2026-11-21T09:30:00.000Z",
        expires: "2026-11-28T09:30:00.000Z",
        acknowledged: "2026-11-21T10:02:11.000Z",
        settled: null,
      },
    },
  },
  errors: ["authorization_not_found"],
});

export const captureAuthorization = defineOperation({
  ...shared,
  id: "captureAuthorization",
  method: "POST",
  path: "/v1/authorizations/{id}/capture",
  summary: "Capture a hold",
  description: "Moves money from the member to the merchant, all of the hold that is left or part of it.",
  idempotency: "required",
  params: PathId,
  body: {
    schema: z.object({ amount: AmountInput.optional() }).meta({ id: "CaptureAuthorization" }),
    isOptional: true,
    example: { amount: 20 },
  },
  responses: {
    200: {
      description: "Captured, or the earlier answer for this Idempotency-Key.",
      schema: CaptureResult,
      example: {
        status: "partial",
        amountCaptured: 20,
        ...exampleIds,
        idempotencyKey: "order-1001-capture",
        acknowledged: "2026-11-21T10:02:11.000Z",
        settled: null,
      },
    },
  },
  errors: ["authorization_not_found", "authorization_not_capturable", "amount_exceeds_remaining_hold"],
});

export const incrementAuthorization = defineOperation({
  ...shared,
  id: "incrementAuthorization",
  method: "POST",
  path: "/v1/authorizations/{id}/increment",
  summary: "Increase a hold",
  description:
    "Adds to the hold by a new authorization that names its parent. A refused increment leaves the hold as it was.",
  idempotency: "required",
  params: PathId,
  body: {
    schema: z.object({ amount: AmountInput, metadata: Metadata.optional() }).meta({ id: "IncrementAuthorization" }),
    isOptional: false,
    example: { amount: 15 },
  },
  responses: {
    201: {
      description: "Approved: the hold has grown.",
      schema: ApprovedIncrement,
      example: {
        status: "approved",
        amount: 15,
        approvalCode: "551204",
        authorizationId: "0917346",
        recordId: "3Fq8rTAmQy6PcVh2J",
        parentAuthorization: "3Fq8rT2kZb7Wn4XsD",
        expires: "2026-11-29T08:00:00.000Z",
      },
    },
    200: {
      description: "Declined, or the earlier answer for this Idempotency-Key.",
      schema: IncrementAuthorizationAnswer,
      example: declinedExample,
    },
  },
  errors: ["authorization_not_found", "authorization_not_incrementable", "increment_limit_reached", "tenant_suspended"],
});

export const reverseAuthorization = defineOperation({
  ...shared,
  id: "reverseAuthorization",
  method: "POST",
  path: "/v1/authorizations/{id}/reverse",
  summary: "Void or refund",
  description:
    "Without an amount: voids the hold that is left and refunds what was captured. With one: a void while nothing is captured, a refund after.",
  idempotency: "required",
  params: PathId,
  body: {
    schema: z
      .object({
        amount: AmountInput.optional(),
        reason: z.enum(reversalReasons).optional().meta({ description: "Defaults to RV02, customer void." }),
      })
      .meta({ id: "ReverseAuthorization" }),
    isOptional: true,
    example: { amount: 5, reason: "RV05" },
  },
  responses: {
    200: {
      description: "Reversed, or the earlier answer for this Idempotency-Key.",
      schema: ReverseResult,
      example: {
        status: "partial-reversed",
        amountReversed: 5,
        ...exampleIds,
        reasonCode: "RV05",
        idempotencyKey: "order-1001-refund-1",
        settled: null,
      },
    },
  },
  errors: ["authorization_not_found", "authorization_not_reversible", "amount_exceeds_reversible"],
});
