import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isHeldBack } from "@/server/domain/restores";
import { aheadMsOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { isSendingPaused } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics";
import { type AttemptResult, getWebhookSender } from "../ports";
import { openSecret } from "../subscriptions/signing-secrets";
import { type ClaimedAttempt, claimAttempt } from "./claim-attempt";
import type { DeliveryRow } from "./delivery";
import { type AttemptedBy, type Recorded, recordAttempt } from "./record-attempt";

/**
 * What comes next for a delivery: `wait` for an attempt, which a run of its own makes, or `end`. `taken`: another worker is
 * attempting it; come back at `until`, in case it has died.
 */
export type DeliveryTurn =
  | { readonly next: "wait"; readonly until: Date }
  | { readonly next: "taken"; readonly until: Date }
  | {
      readonly next: "end";
      readonly because: "delivered" | "exhausted" | "deferred" | "asked" | "gone" | "held_back" | "superseded";
    };

/**
 * Makes the attempt that is due, if any: claim, sign and send, record. A receiver's behavior is an outcome, never an error.
 * Concurrent calls are safe: each attempt is made by one of them, at least once, since a worker that dies leaves its attempt to
 * another. `now` is real time, which receivers compare the signature with; due times and records use the tenant's clock.
 */
export async function attemptDelivery(input: {
  readonly deliveryId: string;
  readonly now: Date;
  readonly by?: AttemptedBy;
  readonly timeoutMs?: number;
}): Promise<DeliveryTurn> {
  const { deliveryId, now, by, timeoutMs } = input;
  // The sweep takes back senders of deliveries that were handed over before the pause.
  if (isSendingPaused()) return { next: "end", because: "held_back" };
  const claimed = await claimAttempt(deliveryId, now);
  if (!claimed) return await whyNot(input);
  // The attempt has begun, so another may be handed over.
  wake("deliveries");
  const { sealedSecret, nextSealedSecret, ...outgoing } = claimed;
  const { beginsAt } = claimed;
  const secret = openSecret(sealedSecret);
  const nextSecret = nextSealedSecret === null ? null : openSecret(nextSealedSecret);
  const result = await getWebhookSender().send({ secret, nextSecret, at: now, timeoutMs, ...outgoing });
  const recorded = await recordAttempt(claimed, result, beginsAt, by);
  if (recorded) observeAttempt(claimed, result, recorded);
  // Its slot is free, and later deliveries of its order may go.
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

/** Nothing was attempted: defers the delivery or asks for a sender, if that is why. */
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

async function ask(deliveryId: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries SET handed_over_at = NULL WHERE id = ${deliveryId} AND NOT has_sender`,
  );
  wake("deliveries");
}

async function defer(deliveryId: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries d SET is_deferred = true, has_sender = false FROM webhook_subscriptions s
      WHERE d.id = ${deliveryId} AND s.id = d.subscription_id AND s.status = 'paused'`,
  );
}

/** Counts an attempt and logs a failed one, so that operators see a failing receiver before its tenant asks. */
function observeAttempt(claimed: ClaimedAttempt, result: AttemptResult, recorded: Recorded): void {
  const { deliveryId, subscriptionId, tenantId, environment, event, attempt, scheduledAt, beginsAt } = claimed;
  const { status, nextAttemptAt } = recorded;
  metrics().attempts.inc({ environment, state: status });
  metrics().attemptSeconds.observe({ environment }, result.durationMs / 1_000);
  metrics().attemptLagSeconds.observe({ environment }, Math.max(0, beginsAt.getTime() - scheduledAt.getTime()) / 1_000);
  if (result.error === null) return;
  const { responseCode, error: reason } = result;
  const names = { tenantId, environment, subscriptionId, deliveryId, eventType: event.type };
  const line = { ...names, attempt: attempt + 1, responseCode, reason, nextAttemptAt };
  if (nextAttemptAt) getLogger().info(line, "a webhook was not delivered");
  else getLogger().warn(line, "a webhook failed every retry");
}
