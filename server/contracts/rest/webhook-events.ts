import { z } from "zod";
import { AuthorizationStatusField } from "../authorization-statuses";
import { AmountOutput, AuthorizationIdField, CurrencyField, DateTimeField, RecordIdField } from "../fields";
import { Metadata } from "../metadata";
import { ReversalReasonField } from "./authorization-schemas";
import type { EventTypeField } from "./webhook-schemas";

/** What is posted to subscribers (contract 6). Nothing parses these on the way out; tests hold real deliveries to them. */

type EventType = z.infer<typeof EventTypeField>;

/** The first eight are those of contract 6.2, in its order. */
function describeEvent(event: EventType) {
  return {
    id: AuthorizationIdField.nullable().meta({
      description: "The authorizationId. Null when a decline found no card.",
    }),
    recordId: RecordIdField.nullable().meta({ description: "Record id. Null when a decline found no card." }),
    amount: AmountOutput.meta({ description: "The amount requested or held." }),
    currency: CurrencyField,
    approvalCode: z
      .string()
      .regex(/^\d{6}$/)
      .nullable(),
    card: RecordIdField.nullable().meta({ description: "Record id of the card, code, or agreement that pays." }),
    merchant: RecordIdField.nullable(),
    channel: RecordIdField.nullable(),
    event: z.literal(event).meta({ description: "The event type, as in X-SVC-Event." }),
    createdAt: DateTimeField.meta({ description: "When the event happened. The same in every attempt." }),
    sequence: z.int().min(1).meta({
      description: "Numbers the events of this recordId, from 1 without gaps. Always 1 if there is no record.",
    }),
    environment: z.enum(["live", "test"]),
    merchantReference: z.string().nullable().meta({
      description: "The merchant's reference; after a capture with its own reference, that one.",
    }),
    metadata: Metadata.nullable().meta({ description: "The authorization's reference. Null if none was given." }),
    instrument: z.enum(["card", "payment_code", "agreement"]).nullable().meta({
      description: "The instrument that paid, or would have. Null only on events written before this field existed.",
    }),
    transactionId: RecordIdField.nullable().meta({ description: "The capture behind this event." }),
    refundId: RecordIdField.nullable().meta({ description: "The refund behind this event. Null for a void." }),
    test: z.literal(true).optional().meta({ description: "Set on a sample event only. It is about no real payment." }),
  };
}

const ApprovedEvent = z
  .strictObject(describeEvent("authorization.approved"))
  .meta({ id: "AuthorizationApprovedEvent" });

const DeclinedEvent = z
  .strictObject({
    ...describeEvent("authorization.declined"),
    reasonCode: z.string().meta({ description: "ISO 8583 response code." }),
    reasonMessage: z.string(),
  })
  .meta({ id: "AuthorizationDeclinedEvent" });

const CapturedEvent = z
  .strictObject({
    ...describeEvent("authorization.captured"),
    amountCaptured: AmountOutput.meta({ description: "By this capture." }),
    captured: AmountOutput.meta({ description: "Total of all captures so far." }),
    remaining: AmountOutput.meta({ description: "The remaining hold." }),
    status: AuthorizationStatusField.meta({ description: "The authorization's, after this capture." }),
  })
  .meta({ id: "AuthorizationCapturedEvent" });

const ReversedEvent = z
  .strictObject({
    ...describeEvent("authorization.reversed"),
    amountReversed: AmountOutput.meta({ description: "By this reversal." }),
    reversed: AmountOutput.meta({ description: "Total of all reversals so far." }),
    reasonCode: ReversalReasonField,
    amountVoided: AmountOutput.meta({ description: "The part of amountReversed that was held, now released." }),
    amountRefunded: AmountOutput.meta({
      description: "The part of amountReversed that was captured money, now refunded.",
    }),
    kind: z.enum(["void", "refund", "mixed"]),
  })
  .meta({ id: "AuthorizationReversedEvent" });

interface WebhookEvent {
  /** When it fires. */
  readonly description: string;
  readonly summary: string;
  /** The body of its deliveries. */
  readonly schema: z.ZodType;
}

/** Every event type. */
export const WEBHOOK_EVENTS: Readonly<Record<EventType, WebhookEvent>> = {
  "authorization.approved": {
    summary: "A payment was approved",
    description: "A card was authorized or sold on, a payment code redeemed, or an agreement charged.",
    schema: ApprovedEvent,
  },
  "authorization.declined": {
    summary: "A payment was declined",
    description: "A payment or an increment was declined, for any reason.",
    schema: DeclinedEvent,
  },
  "authorization.captured": {
    summary: "Money was captured",
    description: "All or part of a hold was captured. A sale fires this right after its approval.",
    schema: CapturedEvent,
  },
  "authorization.reversed": {
    summary: "Money was returned",
    description: "A hold was voided, captured money was refunded, or both.",
    schema: ReversedEvent,
  },
};
