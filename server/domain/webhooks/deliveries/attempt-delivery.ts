import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isHeldBack } from "@/server/domain/restores";
import { aheadMsOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { isSendingPaused } from "@/server/platform/env";
import { getWebhookSender } from "../ports";
import { openSecret } from "../subscriptions/signing-secret";
import { claimAttempt } from "./claim-attempt";
import type { DeliveryRow } from "./delivery";
import { observeAttempt } from "./observe-attempt";
import { type AttemptedBy, type Recorded, recordAttempt } from "./record-attempt";

/**
 * What is to come for a delivery: another attempt at a time, for which it has a run of its own, or nothing any more.
 * Taken: another worker is at it, and should it have died, someone must come back then.
 */
export type DeliveryTurn =
  | { readonly next: "wait"; readonly until: Date }
  | { readonly next: "taken"; readonly until: Date }
  | {
      readonly next: "end";
      readonly because: "delivered" | "exhausted" | "deferred" | "asked" | "gone" | "held_back" | "superseded";
    };

/**
 * Makes the attempt that is due, if one is: claim, sign and send, record. What a receiver does is an outcome, never an
 * error. Several may run one delivery; each attempt is made by one of them (at least once: a worker that dies in the
 * middle leaves its attempt to another). No one waits here for the next attempt: a run of its own does. `now` is real
 * time, which the receiver compares the signature with; what is due, and what is written, is by its tenant's clock.
 */
export async function attemptDelivery(input: {
  readonly deliveryId: string;
  readonly now: Date;
  readonly by?: AttemptedBy;
  /** Less than the receiver has otherwise. */
  readonly timeoutMs?: number;
}): Promise<DeliveryTurn> {
  const { deliveryId, now, by, timeoutMs } = input;
  // Handed over before the pause: the sweep takes its sender back, and later it asks for one again.
  if (isSendingPaused()) return { next: "end", because: "held_back" };
  const claimed = await claimAttempt(deliveryId, now);
  if (!claimed) return await whyNot(input);
  // It has begun, so another may be on its way.
  wake("deliveries");
  const { sealedSecret, nextSealedSecret, ...outgoing } = claimed;
  const { beginsAt } = claimed;
  const secret = openSecret(sealedSecret);
  const nextSecret = nextSealedSecret === null ? null : openSecret(nextSealedSecret);
  const result = await getWebhookSender().send({ secret, nextSecret, at: now, timeoutMs, ...outgoing });
  const recorded = await recordAttempt(claimed, result, beginsAt, by);
  if (recorded) observeAttempt(claimed, result, recorded);
  // There is room for another of its subscription, and what came after it has its turn.
  wake("deliveries");
  return recorded ? turnOf(recorded) : await whyNot(input);
}

function turnOf({ status, nextAttemptAt }: Recorded): DeliveryTurn {
  if (nextAttemptAt !== null) return { next: "wait", until: nextAttemptAt };
  return { next: "end", because: status === "delivered" ? "delivered" : "exhausted" };
}

type State = Recorded &
  Pick<DeliveryRow, "leasedUntil" | "hasSender"> & {
    readonly isPaused: boolean;
    readonly isHeldBack: boolean;
    readonly aheadMs: number;
  };

/** Nothing was attempted. What is due and can't be had now is put aside, or asks for a sender. */
async function whyNot({ deliveryId, now }: { readonly deliveryId: string; readonly now: Date }): Promise<DeliveryTurn> {
  const [state] = await query<State>(
    getPool(),
    sql`SELECT d.status, d.next_attempt_at, d.leased_until, d.has_sender, s.status = 'paused' AS is_paused,
        ${isHeldBack} AS is_held_back, ${aheadMsOf(sql`s.tenant_id`, sql`s.environment`)} AS ahead_ms
      FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
      WHERE d.id = ${deliveryId}`,
  );
  if (!state) return { next: "end", because: "gone" };
  if (state.isHeldBack) return { next: "end", because: "held_back" };
  const { nextAttemptAt, leasedUntil, aheadMs } = state;
  if (nextAttemptAt === null || nextAttemptAt.getTime() > now.getTime() + aheadMs) return turnOf(state);
  if (state.isPaused) {
    await defer(deliveryId);
    return { next: "end", because: "deferred" };
  }
  if (!state.hasSender) {
    await ask(deliveryId);
    return { next: "end", because: "asked" };
  }
  return { next: "taken", until: leasedUntil ? new Date(leasedUntil.getTime() - aheadMs) : now };
}

/** Asks for a sender. */
async function ask(deliveryId: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries SET handed_over_at = NULL WHERE id = ${deliveryId} AND NOT has_sender`,
  );
  wake("deliveries");
}

/** Puts it aside until its subscription is no longer paused. */
async function defer(deliveryId: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries d SET is_deferred = true, has_sender = false FROM webhook_subscriptions s
      WHERE d.id = ${deliveryId} AND s.id = d.subscription_id AND s.status = 'paused'`,
  );
}
