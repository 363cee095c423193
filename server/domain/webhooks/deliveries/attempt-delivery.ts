import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { getWebhookSender } from "../ports";
import { openSecret } from "../subscriptions/signing-secret";
import { claimAttempt } from "./claim-attempt";
import type { DeliveryRow } from "./delivery";
import { ringDeliveryBell } from "./delivery-bell";
import { recordAttempt } from "./record-attempt";

/** What whoever runs a delivery does next: comes back at a time, or nothing any more. */
export type DeliveryTurn =
  | { readonly next: "wait"; readonly until: Date }
  | {
      readonly next: "end";
      readonly because: "delivered" | "exhausted" | "deferred" | "asked" | "superseded" | "gone";
    };

/**
 * Makes the attempt that is due, if one is: claim, sign and send, record. What a receiver does is an outcome, never an
 * error. Several may run one delivery; each attempt is made by one of them (at least once: a worker that dies in the
 * middle leaves its attempt to another), and only the run of the newest handoff waits for the next one. Who has waited
 * for it asks to be handed over again: a sender is given out there and nowhere else.
 */
export async function attemptDelivery(input: {
  readonly deliveryId: string;
  readonly handoff: number;
  readonly now: Date;
}): Promise<DeliveryTurn> {
  const { deliveryId, now } = input;
  const claimed = await claimAttempt(deliveryId, now);
  if (claimed) {
    const { sealedSecret, ...outgoing } = claimed;
    const secret = openSecret(sealedSecret);
    await recordAttempt(claimed, await getWebhookSender().send({ ...outgoing, secret, at: now }), now);
    // There is room for another of its subscription, and what came after it has its turn.
    ringDeliveryBell();
  }
  return nextTurn(input);
}

type State = Pick<DeliveryRow, "status" | "nextAttemptAt" | "leasedUntil" | "handoff" | "hasSender"> & {
  readonly isPaused: boolean;
};

async function nextTurn(input: {
  readonly deliveryId: string;
  readonly handoff: number;
  readonly now: Date;
}): Promise<DeliveryTurn> {
  const [state] = await query<State>(
    getPool(),
    sql`SELECT d.status, d.next_attempt_at, d.leased_until, d.handoff, d.has_sender,
        s.status = 'paused' AS is_paused
      FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
      WHERE d.id = ${input.deliveryId}`,
  );
  if (!state) return { next: "end", because: "gone" };
  const { status, nextAttemptAt, leasedUntil } = state;
  if (nextAttemptAt === null) return { next: "end", because: status === "delivered" ? "delivered" : "exhausted" };
  if (state.handoff > input.handoff) return { next: "end", because: "superseded" };
  if (state.isPaused && nextAttemptAt <= input.now) {
    await defer(input.deliveryId);
    return { next: "end", because: "deferred" };
  }
  if (!state.hasSender && nextAttemptAt <= input.now) {
    await ask(input.deliveryId);
    return { next: "end", because: "asked" };
  }
  const isLeased = leasedUntil !== null && leasedUntil > input.now;
  return { next: "wait", until: isLeased && leasedUntil > nextAttemptAt ? leasedUntil : nextAttemptAt };
}

/** Asks for a sender. */
async function ask(deliveryId: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries SET handed_over_at = NULL WHERE id = ${deliveryId} AND NOT has_sender`,
  );
  ringDeliveryBell();
}

/** Puts it aside until its subscription is no longer paused. */
async function defer(deliveryId: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries d SET is_deferred = true, has_sender = false FROM webhook_subscriptions s
      WHERE d.id = ${deliveryId} AND s.id = d.subscription_id AND s.status = 'paused'`,
  );
}
