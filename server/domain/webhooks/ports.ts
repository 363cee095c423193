import type { SubscriptionId } from "@/server/platform/noun-ids";
import { processSingleton } from "@/server/platform/singleton";
import type { StoredEvent } from "./events/event";

/** One attempt, ready to be made. */
export interface OutgoingAttempt {
  readonly deliveryId: string;
  readonly subscriptionId: SubscriptionId;
  readonly url: string;
  readonly secret: string;
  /** Signs as well, where there are several signatures. */
  readonly nextSecret: string | null;
  readonly event: StoredEvent;
  readonly idempotencyKey: string;
  /** Goes into the signature. */
  readonly at: Date;
  /** Without it: as long as every receiver has. */
  readonly timeoutMs?: number | undefined;
}

/** What came of an attempt. `error` is null exactly if the receiver took it: a 2xx within the time there is. */
export interface AttemptResult {
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
  /** As sent, without the signatures. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** The way out. Throws nothing that a receiver could cause. */
export interface WebhookSender {
  /** Why this URL may not be a receiver, or null. */
  refuseUrl(url: string): Promise<string | null>;
  send(attempt: OutgoingAttempt): Promise<AttemptResult>;
}

/** A delivery on its way to the queue. `handoff` counts how often it went there. */
export interface DueDelivery {
  readonly deliveryId: string;
  readonly handoff: number;
}

/** A delivery that has failed, on its way to a run of its own. `run` counts with `handoff`: the newest follows it. */
export interface PlannedRetry {
  readonly deliveryId: string;
  readonly run: number;
  /** The number of the attempt to come. */
  readonly attempt: number;
  /** By real time; null: at once, it has a sender. */
  readonly dueAt: Date | null;
}

/** The port to the queue that makes due attempts happen, at least once each. */
export interface DeliveryQueue {
  /** For first attempts: calls `attemptDelivery` for each. */
  add(deliveries: readonly DueDelivery[]): Promise<void>;
  /** From the first failure on: `attemptRetry` whenever the next attempt is due. A run ends the one before it. */
  follow(retries: readonly PlannedRetry[]): Promise<void>;
  /** Their runs have nothing left to wait for. */
  leave(deliveryIds: readonly string[]): Promise<void>;
}

interface Bound {
  sender: WebhookSender | null;
  queue: DeliveryQueue | null;
}

const bound = processSingleton<Bound>("webhook-ports", () => ({ sender: null, queue: null }));

/** For composition roots: the domain knows neither HTTP nor Inngest. */
export function bindWebhookSender(sender: WebhookSender): void {
  bound.sender = sender;
}

export function getWebhookSender(): WebhookSender {
  if (!bound.sender) throw new Error("no webhook sender is bound");
  return bound.sender;
}

export function setDeliveryQueue(queue: DeliveryQueue | null): void {
  bound.queue = queue;
}

export function findDeliveryQueue(): DeliveryQueue | null {
  return bound.queue;
}
