import type { EventType, PaymentEventType, RecordEventType } from "@/server/contracts/event-types";
import type { EventDetails, StoredPaymentFacts } from "@/server/contracts/rest/webhooks/webhook-events";
import type { Environment } from "@/server/domain/caller";
import type { TenantId } from "@/server/platform/noun-ids";

interface Sample {
  readonly isTest?: true;
}

interface RecordFacts extends Sample {
  readonly recordId: string;
  readonly merchant: string | null;
}

/** Fields are those of `server/contracts/rest/webhooks/webhook-events.ts`. */
export type EventFacts = { readonly [Type in PaymentEventType]: Sample & StoredPaymentFacts & EventDetails[Type] } & {
  readonly [Type in RecordEventType]: RecordFacts & EventDetails[Type];
};

export type PaymentFacts = EventFacts[PaymentEventType];

export type { EventType };

export interface StoredEvent {
  readonly id: string;
  readonly type: EventType;
  readonly environment: Environment;
  readonly sequence: number;
  readonly facts: EventFacts[EventType];
  readonly createdAt: Date;
}

export interface EventSummary {
  /** Null if a decline found no card, or the event is about another record. */
  readonly authorizationNumber: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
}

/** An event's amount is the first of these that it has. */
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

/** Domain facts; the wire shape is made when they are sent. */
export interface NewEvent<Type extends EventType = EventType> {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly type: Type;
  /** Position among its authorization's events, from 1; 1 without a record. Other records' events are numbered as written. */
  readonly sequence: number;
  readonly facts: EventFacts[Type];
  /** The request's idempotency key, else the operation's record id (contract 6.2). */
  readonly source: string;
  readonly at: Date;
}
