import { z } from "zod";
import { AuthorizationStatusField } from "@/server/contracts/authorization-status-field";
import { EVENT_TYPES, type EventType } from "@/server/contracts/event-types";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  RecordIdField,
} from "@/server/contracts/fields";
import { Metadata } from "@/server/contracts/metadata";
import { ReversalReasonField } from "../authorization-schemas";

/**
 * What is posted to subscribers (contract 6). The facts that are stored, the bodies that are posted, and their schemas
 * all derive from `EVENTS`. Nothing parses bodies on the way out; tests hold real deliveries to them.
 */

/** The first eight are those of contract 6.2, in its order. */
function sharedFieldsOf(event: EventType) {
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
      description: "The merchant’s reference; after a capture with its own reference, that one.",
    }),
    metadata: Metadata.nullable().meta({ description: "The authorization’s metadata. Null if none was given." }),
    instrument: z.enum(["card", "payment_code", "agreement"]).nullable().meta({
      description: "The instrument that paid, or would have. Null only on events written before this field existed.",
    }),
    transactionId: RecordIdField.nullable().meta({ description: "The capture behind this event." }),
    refundId: RecordIdField.nullable().meta({ description: "The refund behind this event. Null for a void." }),
    test: z.literal(true).optional().meta({ description: "Set on a sample event only. It is about no real payment." }),
  };
}

interface EventDescription {
  readonly summary: string;
  /** When it fires. */
  readonly description: string;
  /** The id of its schema. */
  readonly schemaId: string;
  /** What its body has besides the shared fields: amounts by their descriptions, and other fields. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

const EVENTS = {
  "authorization.approved": {
    summary: "A payment was approved",
    description:
      "A card was authorized or charged, a payment code redeemed, an agreement charged, or a hold increased.",
    schemaId: "AuthorizationApprovedEvent",
    amounts: {},
    fields: {
      parentAuthorization: RecordIdField.nullable().meta({
        description: "Record id of the authorization that this one increases. Null for a first authorization.",
      }),
    },
  },
  "authorization.declined": {
    summary: "A payment was declined",
    description: "A payment or an increment was declined, for any reason.",
    schemaId: "AuthorizationDeclinedEvent",
    amounts: {},
    fields: { reasonCode: z.string().meta({ description: "ISO 8583 response code." }), reasonMessage: z.string() },
  },
  "authorization.captured": {
    summary: "Money was captured",
    description: "All or part of a hold was captured. A sale fires this right after its approval.",
    schemaId: "AuthorizationCapturedEvent",
    amounts: {
      amountCaptured: "By this capture.",
      captured: "Total of all captures so far.",
      remaining: "The remaining hold.",
    },
    fields: { status: AuthorizationStatusField.meta({ description: "The authorization’s, after this capture." }) },
  },
  "authorization.reversed": {
    summary: "Money was returned",
    description: "A hold was voided, captured money was refunded, or both.",
    schemaId: "AuthorizationReversedEvent",
    amounts: {
      amountReversed: "By this reversal.",
      reversed: "Total of all reversals so far.",
      amountVoided: "The part of amountReversed that was held, now released.",
      amountRefunded: "The part of amountReversed that was captured money, now refunded.",
    },
    fields: { reasonCode: ReversalReasonField, kind: z.enum(["void", "refund", "mixed"]) },
  },
} as const satisfies Readonly<Record<EventType, EventDescription>>;

/** Fields as they are stored. One that may be null may also be absent: it is younger than the event, or was not sent. */
type StoredFields<Fields extends Readonly<Record<string, z.ZodType>>> = {
  readonly [Name in keyof Fields as null extends z.infer<Fields[Name]> ? never : Name]: z.infer<Fields[Name]>;
} & {
  readonly [Name in keyof Fields as null extends z.infer<Fields[Name]> ? Name : never]?: z.infer<Fields[Name]>;
};

/** What an event's row stores of these, with amounts as minor units in decimal text. */
export type EventDetails = {
  [Type in EventType]: {
    readonly [Name in keyof (typeof EVENTS)[Type]["amounts"] & string as `${Name}Minor`]: string;
  } & StoredFields<(typeof EVENTS)[Type]["fields"]>;
};

interface WebhookEvent extends EventDescription {
  /** The body of its deliveries. */
  readonly schema: z.ZodType;
}

function deriveEvent(type: EventType): WebhookEvent {
  const event: EventDescription = EVENTS[type];
  const amounts = Object.entries(event.amounts).map(
    ([name, description]) => [name, AmountOutput.meta({ description })] as const,
  );
  const schema = z.strictObject({ ...sharedFieldsOf(type), ...Object.fromEntries(amounts), ...event.fields });
  return { ...event, schema: schema.meta({ id: event.schemaId }) };
}

/** Every event type with the body of its deliveries. */
export const WEBHOOK_EVENTS = Object.fromEntries(EVENT_TYPES.map((type) => [type, deriveEvent(type)])) as Readonly<
  Record<EventType, WebhookEvent>
>;
