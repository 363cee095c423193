import { z } from "zod";
import { AUTHORIZATION_STATUSES, ReversalReasonField } from "./authorization-schemas";
import { AmountOutput, AuthorizationIdField, CurrencyField, RecordIdField } from "./fields";
import type { EventTypeField } from "./webhook-schemas";

/** What is posted to subscribers (spec 6). Nothing parses these on the way out; tests hold real deliveries to them. */

const shared = {
  id: AuthorizationIdField.nullable().meta({ description: "The authorizationId. Null when a decline found no card." }),
  recordId: RecordIdField.nullable().meta({ description: "Record id. Null when a decline found no card." }),
  amount: AmountOutput.meta({ description: "What was asked for or held." }),
  currency: CurrencyField,
  approvalCode: z
    .string()
    .regex(/^\d{6}$/)
    .nullable(),
  card: RecordIdField.nullable().meta({ description: "Record of the card, code or agreement that pays." }),
  merchant: RecordIdField.nullable(),
  channel: RecordIdField.nullable(),
  test: z.literal(true).optional().meta({ description: "Only on a sample: it stands for nothing." }),
};

const ApprovedEvent = z.strictObject(shared).meta({ id: "AuthorizationApprovedEvent" });

const DeclinedEvent = z
  .strictObject({
    ...shared,
    reasonCode: z.string().meta({ description: "ISO 8583 response code." }),
    reasonMessage: z.string(),
  })
  .meta({ id: "AuthorizationDeclinedEvent" });

const CapturedEvent = z
  .strictObject({
    ...shared,
    amountCaptured: AmountOutput.meta({ description: "By this capture." }),
    captured: AmountOutput.meta({ description: "By all captures so far." }),
    remaining: AmountOutput.meta({ description: "Hold that is left." }),
    status: z.enum(AUTHORIZATION_STATUSES).meta({ description: "The authorization's, after this capture." }),
  })
  .meta({ id: "AuthorizationCapturedEvent" });

const ReversedEvent = z
  .strictObject({
    ...shared,
    amountReversed: AmountOutput.meta({ description: "By this reversal." }),
    reversed: AmountOutput.meta({ description: "By all reversals so far." }),
    reasonCode: ReversalReasonField,
    amountVoided: AmountOutput.meta({ description: "Of amountReversed: hold that was given back." }),
    amountRefunded: AmountOutput.meta({ description: "Of amountReversed: captured money that was given back." }),
    kind: z.enum(["void", "refund", "mixed"]),
  })
  .meta({ id: "AuthorizationReversedEvent" });

interface WebhookEvent {
  /** When it fires. */
  readonly description: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly example: object;
}

const approved = {
  id: "4821907",
  recordId: "3Fq8rT2kZb7Wn4XsD",
  amount: 12.5,
  currency: "USD",
  approvalCode: "083415",
  card: "3Fq8rR8mTc4Vp6KdJ",
  merchant: "TESTmerchantCafe1",
  channel: "CHANeCommerce0001",
};

/** Every event type with the body of its deliveries. */
export const WEBHOOK_EVENTS: Readonly<Record<z.infer<typeof EventTypeField>, WebhookEvent>> = {
  "authorization.approved": {
    summary: "A payment was approved",
    description: "A card was authorized or sold on, a payment code redeemed, or an agreement charged.",
    schema: ApprovedEvent,
    example: approved,
  },
  "authorization.declined": {
    summary: "A payment was declined",
    description: "For any reason. An increment that was refused fires it too.",
    schema: DeclinedEvent,
    example: {
      ...approved,
      approvalCode: null,
      reasonCode: "51",
      reasonMessage: "The account does not have enough available funds.",
    },
  },
  "authorization.captured": {
    summary: "Money was captured",
    description: "All of a hold or part of it; a sale fires it right after its approval.",
    schema: CapturedEvent,
    example: {
      ...approved,
      amountCaptured: 10,
      captured: 10,
      remaining: 2.5,
      status: "Authorization Partially Captured",
    },
  },
  "authorization.reversed": {
    summary: "Money was given back",
    description: "A hold was voided, captured money refunded, or both at once.",
    schema: ReversedEvent,
    example: {
      ...approved,
      amountReversed: 12.5,
      reversed: 12.5,
      reasonCode: "RV02",
      amountVoided: 2.5,
      amountRefunded: 10,
      kind: "mixed",
    },
  },
};
