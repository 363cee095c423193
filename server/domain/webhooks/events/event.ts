import type { EventType, PaymentEventType, RecordEventType } from "@/server/contracts/event-types";
import type { EventDetails } from "@/server/contracts/rest/webhooks/webhook-events";
import type { NewRow } from "@/server/db/insert-rows";
import type { Environment } from "@/server/domain/caller";
import type { TenantId } from "@/server/platform/noun-ids";

/** What is true of every event of another record. */
interface RecordFacts {
  readonly isTest?: true;
  readonly recordId: string;
  /** Null: it is about no merchant. */
  readonly merchant: string | null;
}

/** What is true of every event of an authorization. Amounts are minor units as decimal text: facts are kept as JSON. */
interface SharedFacts {
  /** Only on a sample that was requested to try a receiver. */
  readonly isTest?: true;
  /** Null only when a decline found no card. */
  readonly authorizationId: string | null;
  readonly recordId: string | null;
  readonly amountMinor: string;
  readonly currency: string;
  readonly approvalCode: string | null;
  readonly card: string | null;
  readonly merchant: string | null;
  readonly channel: string | null;
  /** What paid, or would have. Absent, like the next two, in facts that were written before events had it. */
  readonly instrument?: Instrument;
  readonly merchantReference?: string | null;
  readonly metadata?: NewRow<"events">["facts"];
  /** The capture that was made. */
  readonly transactionId?: string;
  /** The refund that was made. Null where nothing captured went back. */
  readonly refundId?: string | null;
}

type Instrument = "card" | "payment_code" | "agreement";

/** Each event type with its facts; what a type has besides is in `server/contracts/rest/webhooks/webhook-events.ts`. */
export type EventFacts = { readonly [Type in PaymentEventType]: SharedFacts & EventDetails[Type] } & {
  readonly [Type in RecordEventType]: RecordFacts & EventDetails[Type];
};

export type PaymentFacts = EventFacts[PaymentEventType];

export type { EventType };

/** An event as it was written, as far as its deliveries need it. */
export interface StoredEvent {
  readonly type: EventType;
  readonly environment: Environment;
  readonly sequence: number;
  readonly facts: EventFacts[EventType];
  readonly createdAt: Date;
}

/** The payment and the amount that a list shows of an event. */
export interface EventSummary {
  /** Number of the payment; null where a decline found no card, or the event is about another record. */
  readonly authorizationNumber: string | null;
  /** The amount authorized, captured, reversed, or named otherwise; null: the event has none. */
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
}

/** The amount that an event is about is the first of these that it has. */
const AMOUNTS = [
  "amountCapturedMinor",
  "amountReversedMinor",
  "amountExpiredMinor",
  "amountMinor",
  "payoutMinor",
  "maxAmountMinor",
];

export function summaryOf({ facts }: Pick<StoredEvent, "facts">): EventSummary {
  const said: Readonly<Record<string, unknown>> = { ...facts };
  const minor = AMOUNTS.map((name) => said[name]).find((value) => typeof value === "string");
  return {
    authorizationNumber: "authorizationId" in facts ? facts.authorizationId : null,
    amountMinor: typeof minor === "string" ? BigInt(minor) : null,
    currency: typeof said.currency === "string" ? said.currency : null,
  };
}

/** An event before it is written: facts of the domain, whose wire shape is made when they are sent. */
export interface NewEvent<Type extends EventType = EventType> {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly type: Type;
  /** Of its authorization's events, from 1; 1 where there is no record. Others are numbered as they are written. */
  readonly sequence: number;
  readonly facts: EventFacts[Type];
  /** Idempotency key of the request, else the record id of the operation (contract 6.2). */
  readonly source: string;
  readonly at: Date;
}
