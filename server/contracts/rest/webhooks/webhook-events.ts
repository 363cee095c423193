import { z } from "zod";
import { AuthorizationStatusField } from "@/server/contracts/authorization-status-field";
import { INTERVALS } from "@/server/contracts/choices";
import {
  EVENT_TYPES,
  type EventType,
  isPaymentEvent,
  type PaymentEventType,
  type RecordEventType,
} from "@/server/contracts/event-types";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  growing,
  payerFields,
  RecordIdField,
} from "@/server/contracts/fields";
import { Metadata } from "@/server/contracts/metadata";
import { ReversalReasonField } from "../authorization-schemas";
import { DisputeStatusField, disputeShape } from "../disputes";
import { FundingKindField } from "../reading-back/funding-kinds";
import { InstrumentField } from "../reading-back/list-fields";
import { SETTLED_BY } from "../reading-back/settlement";
import { CarriedIn, SignedAmount } from "../sandbox-schemas";

/**
 * Webhook events (contract 6). Stored facts, posted bodies, and their schemas derive from `EVENTS`. Bodies aren't validated
 * when sent; tests compare real deliveries with the schemas.
 */

/** Fields of the payment that every payment event has had from the start. Facts store them under the same names. */
const PAYMENT_FIELDS = {
  recordId: RecordIdField.nullable().meta({ description: "Record id. Null when a decline found no card." }),
  currency: CurrencyField,
  approvalCode: z
    .string()
    .regex(/^[0-9]{6}$/)
    .nullable(),
  card: RecordIdField.nullable().meta({ description: "Record id of the card, code, or agreement that pays." }),
  merchant: RecordIdField.nullable(),
  channel: RecordIdField.nullable(),
};

/** Fields that came later: events from before lack them, and their bodies have null. New ones go here. */
const ADDED_PAYMENT_FIELDS = {
  merchantReference: z.string().nullable().meta({
    description: "The merchant’s reference; after a capture with its own reference, that one.",
  }),
  metadata: Metadata.nullable().meta({ description: "The authorization’s metadata. Null if none was given." }),
  instrument: InstrumentField.nullable().meta({
    description: "The instrument that paid, or would have. Null only on events written before this field existed.",
  }),
  ...payerFields,
};

/** For events about a capture or refund. */
const CAPTURE_AND_REFUND_FIELDS = {
  transactionId: RecordIdField.nullable().meta({ description: "The capture behind this event." }),
  refundId: RecordIdField.nullable().meta({ description: "The refund behind this event. Null for a void." }),
};

/** The first eight are those of contract 6.2, in its order. */
/** One id of an event wherever it is read: here, in the list of events, and in its deliveries. */
export const EventIdField = RecordIdField.meta({
  description: "Id of the event: the `id` in `/v1/events`. The same for every subscription, delivery, and attempt.",
});

function paymentFieldsOf(event: PaymentEventType) {
  const { recordId, ...rest } = PAYMENT_FIELDS;
  return {
    id: AuthorizationIdField.nullable().meta({
      description: "The authorizationId. Null when a decline found no card.",
    }),
    recordId,
    amount: AmountOutput.meta({ description: "The amount requested or held." }),
    ...rest,
    event: z.literal(event).meta({ description: "The event type, as in X-SVC-Event." }),
    eventId: EventIdField,
    createdAt: DateTimeField.meta({ description: "When the event happened. The same in every attempt." }),
    sequence: z.int().min(1).meta({
      description:
        "Sequence number of the event for this recordId, from 1 without gaps. Always 1 if there is no record.",
    }),
    environment: z.enum(["live", "test"]),
    ...ADDED_PAYMENT_FIELDS,
    ...CAPTURE_AND_REFUND_FIELDS,
    test: z
      .literal(true)
      .optional()
      .meta({ description: "Set only on sample events, which are about no real payment." }),
  };
}

function recordFieldsOf(event: RecordEventType) {
  return {
    recordId: RecordIdField.meta({ description: RECORDS[event.split(".")[0] as RecordKind] }),
    merchant: RecordIdField.nullable().meta({
      description: "The merchant the event is about. Null if there is none.",
    }),
    event: z.literal(event).meta({ description: "The event type, as in X-SVC-Event." }),
    eventId: EventIdField,
    createdAt: DateTimeField.meta({ description: "When the event happened. The same in every attempt." }),
    sequence: z.int().min(1).meta({ description: "Sequence number of the event for this recordId, from 1." }),
    environment: z.enum(["live", "test"]),
    test: z
      .literal(true)
      .optional()
      .meta({ description: "Set only on sample events, which are about no real record." }),
  };
}

type RecordKind = RecordEventType extends `${infer Kind}.${string}` ? Kind : never;

const RECORDS: Readonly<Record<RecordKind, string>> = {
  agreement: "The recurringAuthorizationId.",
  payment_code: "Record id of the payment code.",
  funding: "Id of the funding.",
  settlement: "The batchId.",
  payout: "The payoutId.",
  member_payout: "The memberPayoutId.",
  card: "Record id of the card.",
  dispute: "The disputeId.",
  member: "Record id of the member.",
  subscription: "Id of the webhook subscription that was paused.",
};

interface EventDescription {
  readonly summary: string;
  readonly description: string;
  readonly schemaId: string;
  /** The type's additional fields: amounts by description, and others. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly otherAmounts?: Readonly<Record<string, z.ZodType>>;
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

const SENT = "It was sent to the bank.";
const PAID = "The bank statement confirmed it.";

/** For money that came back, or never left. */
function back<Event extends { readonly fields: Shape }>(event: Event) {
  const reason = z.string().nullable().meta({ description: "The bank’s code, such as `AC04`; null if it gave none." });
  return { ...event, fields: { ...(event.fields as Event["fields"]), reason } };
}

function payout(schemaId: string, summary: string, description: string) {
  return {
    summary,
    description,
    schemaId,
    amounts: { amount: "The amount paid out." },
    fields: {
      currency: CurrencyField,
      batchId: RecordIdField,
      day: DateField.meta({ description: `The day it settles, ${SETTLED_BY}` }),
    },
  };
}

function memberPayout(schemaId: string, summary: string, description: string) {
  return {
    summary,
    description,
    schemaId,
    amounts: { amount: "The amount paid out." },
    otherAmounts: { fee: AmountOutput.meta({ description: "The fee, whoever pays it." }) },
    fields: { currency: CurrencyField, member: RecordIdField, account: RecordIdField },
  };
}

const interval = z.enum(INTERVALS).nullable();

function agreement(schemaId: string, summary: string, description: string) {
  return {
    summary,
    description,
    schemaId,
    amounts: {},
    otherAmounts: {
      amount: AmountOutput.nullable().meta({ description: "The usual amount of one charge." }),
      maxAmount: AmountOutput.nullable().meta({ description: "The most that one charge can be." }),
    },
    fields: {
      currency: CurrencyField,
      member: RecordIdField,
      merchantReference: z.string(),
      interval: interval.meta({ description: "How often it can be charged at most." }),
      endsOn: DateField.nullable().meta({ description: "Last day of charges." }),
      expiresAt: DateTimeField.meta({ description: "When an unanswered request expires." }),
      status: z.enum(["PendingApproval", "Active", "Denied", "Expired", "Revoked"]),
      revokedBy: z.enum(["member", "merchant"]).nullable(),
    },
  } as const;
}

function paymentCode(schemaId: string, summary: string, description: string) {
  return {
    summary,
    description,
    schemaId,
    amounts: {},
    otherAmounts: { maxAmount: AmountOutput.nullable().meta({ description: "The most that one use can be." }) },
    fields: {
      currency: CurrencyField,
      member: RecordIdField,
      origin: z.enum(["tenant", "member"]).meta({ description: "Who created it." }),
      status: z.enum(["active", "used", "locked", "revoked", "expired"]),
      uses: z.int().min(0).meta({ description: "How many times it had been used." }),
      expiresAt: DateTimeField,
    },
  } as const;
}

function card(schemaId: string, summary: string, description: string) {
  return {
    summary,
    description,
    schemaId,
    amounts: {},
    fields: {
      member: RecordIdField,
      last4: z.string().length(4),
      by: growing(["member", "issuer", "network"], { description: "Who did it." }),
    },
  } as const;
}

function dispute(schemaId: string, summary: string, description: string) {
  return {
    summary,
    description,
    schemaId,
    amounts: { amount: "The amount requested or held." },
    fields: {
      currency: CurrencyField,
      authorization: RecordIdField.meta({ description: "Record id of the authorization." }),
      authorizationId: AuthorizationIdField,
      ...disputeShape,
      reason: disputeShape.reason.nullable(),
      status: DisputeStatusField,
    },
  } as const;
}

function funding(schemaId: string, summary: string, description: string) {
  return {
    summary,
    description,
    schemaId,
    amounts: { amount: "The amount of the funding." },
    fields: {
      currency: CurrencyField,
      account: RecordIdField,
      member: RecordIdField.nullable().meta({ description: "Null if the account is the tenant’s float." }),
      kind: FundingKindField,
    },
  } as const;
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
      amountVoided: "The part of amountReversed that was a hold.",
      amountRefunded: "The part of amountReversed that was captured.",
    },
    fields: { reasonCode: ReversalReasonField, kind: z.enum(["void", "refund", "mixed"]) },
  },
  "authorization.expired": {
    summary: "A hold expired",
    description:
      "The remaining hold of an authorization and its increments was released. One event, for the first authorization.",
    schemaId: "AuthorizationExpiredEvent",
    amounts: { amountExpired: "The remaining hold, including increments.", captured: "Total of all captures." },
    fields: {},
  },
  "agreement.requested": agreement(
    "AgreementRequestedEvent",
    "A recurring authorization was requested",
    "A merchant asked a member for permission to charge repeatedly.",
  ),
  "agreement.approved": agreement(
    "AgreementApprovedEvent",
    "A recurring authorization was approved",
    "The member approved: the merchant may charge within the terms.",
  ),
  "agreement.denied": agreement(
    "AgreementDeniedEvent",
    "A recurring authorization was denied",
    "The member denied the request.",
  ),
  "agreement.revoked": agreement(
    "AgreementRevokedEvent",
    "A recurring authorization was revoked",
    "The member or the merchant ended it, or the merchant withdrew its request.",
  ),
  "agreement.expired": agreement(
    "AgreementExpiredEvent",
    "A recurring authorization expired",
    "The member didn’t answer in time.",
  ),
  "payment_code.created": paymentCode(
    "PaymentCodeCreatedEvent",
    "A payment code was created",
    "By the tenant, or by one of its members.",
  ),
  "payment_code.used": paymentCode(
    "PaymentCodeUsedEvent",
    "A payment code was used",
    "Used for a payment or a recurring authorization. Each use is an event; see `status` for whether it was the last.",
  ),
  "payment_code.locked": paymentCode(
    "PaymentCodeLockedEvent",
    "A payment code was locked",
    "Too many wrong PINs were entered.",
  ),
  "payment_code.revoked": paymentCode(
    "PaymentCodeRevokedEvent",
    "A payment code was revoked",
    "By the tenant or the member.",
  ),
  "payment_code.expired": paymentCode("PaymentCodeExpiredEvent", "A payment code expired", "It expired unused."),
  "card.frozen": card(
    "CardFrozenEvent",
    "A card was frozen",
    "By the member, the issuer, or the network: payments with it are declined.",
  ),
  "card.unfrozen": card("CardUnfrozenEvent", "A card was unfrozen", "By the member, the issuer, or the network."),
  "dispute.opened": dispute(
    "DisputeOpenedEvent",
    "A payment was disputed",
    "A member disputed a payment. This moves no money.",
  ),
  "dispute.closed": dispute(
    "DisputeClosedEvent",
    "A dispute was closed",
    "The tenant closed it, in the console or through the API. The member is notified.",
  ),
  "dispute.answered": dispute(
    "DisputeAnsweredEvent",
    "A member answered about a closed dispute",
    "Once for each dispute. It stays closed.",
  ),
  "funding.created": funding(
    "FundingCreatedEvent",
    "An account was funded",
    "A member’s account or the tenant’s float was funded: by a bank transfer, from the float, or by hand.",
  ),
  "funding.reversed": funding(
    "FundingReversedEvent",
    "A funding was reversed",
    "Its whole amount was debited from the account. `recordId` is the funding’s, not the reversal’s.",
  ),
  "member.invited": {
    summary: "A member was invited to the wallet",
    description:
      "Invited in the console or through the API. Each invitation is an event; a newer one replaces those before.",
    schemaId: "MemberInvitedEvent",
    amounts: {},
    fields: {},
  },
  "member.joined": {
    summary: "A member joined the wallet",
    description: "The invitation was accepted: the member’s wallet now has a login.",
    schemaId: "MemberJoinedEvent",
    amounts: {},
    fields: {},
  },
  "settlement.completed": {
    summary: "A settlement batch was completed",
    description:
      "A batch was closed, at the end of a day or on request. captured − refunded − fee + carriedIn = payout + carriedOut.",
    schemaId: "SettlementCompletedEvent",
    amounts: { captured: "Total of its captures.", refunded: "Total of its refunds.", payout: "The amount paid out." },
    otherAmounts: {
      fee: SignedAmount.meta({ description: "Fees charged, less those returned by refunds." }),
      carriedIn: CarriedIn,
      carriedOut: SignedAmount.meta({ description: "Debt carried into the next batch." }),
    },
    fields: {
      currency: CurrencyField,
      day: DateField.meta({ description: `The day it settles, ${SETTLED_BY}` }),
      captureCount: z.int().min(0),
      refundCount: z.int().min(0),
      payoutId: RecordIdField.nullable().meta({ description: "Null if nothing is paid out." }),
    },
  },
  "payout.created": payout("PayoutCreatedEvent", "A payout was created", "A settlement batch pays a merchant."),
  "payout.sent": payout("PayoutSentEvent", "A payout was sent", SENT),
  "payout.paid": payout("PayoutPaidEvent", "A payout was paid", PAID),
  "payout.returned": back(
    payout(
      "PayoutReturnedEvent",
      "A payout was returned",
      "The bank returned the money. It goes into the merchant’s next batch.",
    ),
  ),
  "payout.failed": back(
    payout(
      "PayoutFailedEvent",
      "A payout failed",
      "The bank rejected the payout. The money goes into the merchant’s next batch.",
    ),
  ),
  "member_payout.created": memberPayout(
    "MemberPayoutCreatedEvent",
    "A member’s payout was created",
    "Requested by the member, or by the tenant for them.",
  ),
  "member_payout.sent": memberPayout("MemberPayoutSentEvent", "A member’s payout was sent", SENT),
  "member_payout.paid": memberPayout("MemberPayoutPaidEvent", "A member’s payout was paid", PAID),
  "member_payout.returned": back(
    memberPayout(
      "MemberPayoutReturnedEvent",
      "A member’s payout was returned",
      "The bank returned the money to the account. The fee isn’t refunded.",
    ),
  ),
  "member_payout.failed": back(
    memberPayout(
      "MemberPayoutFailedEvent",
      "A member’s payout failed",
      "The bank rejected the payout. The money is back on the account. The fee isn’t refunded.",
    ),
  ),
  "subscription.paused": {
    summary: "A webhook subscription was paused",
    description:
      "By a request, or after 50 deliveries in a row that failed after all attempts. Other subscriptions receive this event; the paused one doesn’t.",
    schemaId: "SubscriptionPausedEvent",
    amounts: {},
    fields: {
      url: z.string(),
      reason: growing(["failures", "request"], { description: "Why it was paused." }),
      failureCount: z.int().min(0),
    },
  },
} as const satisfies Readonly<Record<EventType, EventDescription>>;

/** Stored fields. Nullable ones may also be absent: added after the event was stored, or not sent. */
type StoredFields<Fields extends Shape> = {
  readonly [Name in keyof Fields as null extends z.infer<Fields[Name]> ? never : Name]: z.infer<Fields[Name]>;
} & {
  readonly [Name in keyof Fields as null extends z.infer<Fields[Name]> ? Name : never]?: z.infer<Fields[Name]>;
};

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<Fields extends Shape> = { readonly [Name in keyof Fields]: z.infer<Fields[Name]> };

/** Stored facts of a payment that every event of it has. Amounts are minor units in decimal text, since facts are JSON. */
export type PaymentEventFacts = Values<typeof PAYMENT_FIELDS> &
  Values<typeof ADDED_PAYMENT_FIELDS> & {
    /** Null only if a decline found no card. */
    readonly authorizationId: string | null;
    /** The amount that the event is about. */
    readonly amountMinor: string;
  };

/** Facts as read back; older events lack some. */
export type StoredPaymentFacts = Omit<PaymentEventFacts, keyof typeof ADDED_PAYMENT_FIELDS> &
  Partial<Values<typeof ADDED_PAYMENT_FIELDS> & Values<typeof CAPTURE_AND_REFUND_FIELDS>>;

/** Further stored facts, by event type. */
export type EventDetails = {
  [Type in EventType]: {
    readonly [Name in keyof (typeof EVENTS)[Type]["amounts"] & string as `${Name}Minor`]: string;
  } & {
    readonly [Name in keyof OtherAmounts<Type> & string as `${Name}Minor`]: string | null;
  } & StoredFields<(typeof EVENTS)[Type]["fields"]>;
};

type OtherAmounts<Type extends EventType> = (typeof EVENTS)[Type] extends { readonly otherAmounts: infer Amounts }
  ? Amounts
  : Record<never, never>;

interface WebhookEvent extends EventDescription {
  readonly schema: z.ZodObject;
}

function deriveEvent(type: EventType): WebhookEvent {
  const event: EventDescription = EVENTS[type];
  const amounts = Object.entries(event.amounts).map(
    ([name, description]) => [name, AmountOutput.meta({ description })] as const,
  );
  const shared = isPaymentEvent(type) ? paymentFieldsOf(type) : recordFieldsOf(type);
  const details = { ...Object.fromEntries(amounts), ...event.otherAmounts, ...event.fields };
  const schema = z.strictObject({ ...shared, ...details });
  return { ...event, schema: schema.meta({ id: event.schemaId }) };
}

export const WEBHOOK_EVENTS = Object.fromEntries(EVENT_TYPES.map((type) => [type, deriveEvent(type)])) as Readonly<
  Record<EventType, WebhookEvent>
>;
