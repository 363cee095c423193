import type { SubscriptionId } from "@/server/platform/noun-ids";
import { processSingleton } from "@/server/platform/singleton";
import type { StoredEvent } from "./events/event";

export interface OutgoingAttempt {
  readonly deliveryId: string;
  readonly subscriptionId: SubscriptionId;
  readonly url: string;
  readonly secret: string;
  /** Signs as well, where several signatures are possible. */
  readonly nextSecret: string | null;
  readonly event: StoredEvent;
  readonly idempotencyKey: string;
  readonly at: Date;
  /** Defaults to the timeout of every receiver. */
  readonly timeoutMs?: number | undefined;
}

/** `error` is null exactly if the receiver accepted it: a 2xx in time. */
export interface AttemptResult {
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** Never throws because of a receiver. */
export interface WebhookSender {
  /** Why this URL may not be a receiver, or null. */
  refuseUrl(url: string): Promise<string | null>;
  send(attempt: OutgoingAttempt): Promise<AttemptResult>;
}

/** `handoff` counts how often it went to the queue. */
export interface DueDelivery {
  readonly deliveryId: string;
  readonly handoff: number;
}

/** A failed delivery's run. `run` counts like `handoff`: the newest one follows it. */
export interface PlannedRetry {
  readonly deliveryId: string;
  readonly run: number;
  readonly attempt: number;
  /** By real time; null if it has a sender and goes at once. */
  readonly dueAt: Date | null;
}

/** Port to the queue that makes due attempts, at least once each. */
export interface DeliveryQueue {
  /** For first attempts: calls `attemptDelivery` for each. */
  add(deliveries: readonly DueDelivery[]): Promise<void>;
  /** After a failure: calls `attemptRetry` whenever the next attempt is due. A new run ends the one before. */
  follow(retries: readonly PlannedRetry[]): Promise<void>;
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
