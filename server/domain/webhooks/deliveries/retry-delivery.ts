import { announce } from "@/server/db/announce";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { realTimeOf } from "@/server/domain/sandbox-clock";
import { findOwnSubscription, requireActive } from "../subscriptions/subscription";
import { findDelivery, MAX_ATTEMPTS, type ShownDelivery } from "./delivery";
import { may, stateAfterRetry } from "./delivery-state";

interface RetryDeliveryInput {
  readonly subscriptionId: string;
  readonly deliveryId: string;
}

/**
 * Makes the next attempt due now; an exhausted delivery gets one more, which doesn't count as another failure. Later waits
 * follow the attempt's number.
 * Throws `subscription_not_found`, `delivery_not_found`, `subscription_revoked`, `subscription_paused`,
 * `delivery_not_retryable`.
 */
export async function retryDelivery(
  caller: AcquirerCaller,
  input: RetryDeliveryInput,
  claim: IdempotencyClaim<ShownDelivery> | null,
): Promise<ShownDelivery> {
  requirePermission(caller, "manage_webhooks");
  return runGuarded((attempt) => retry(attempt, caller, input, claim), caller.standing);
}

function requireRetryable({ status, attempt }: ShownDelivery): void {
  if (status !== "delivered" && attempt < MAX_ATTEMPTS) return;
  const why = status === "delivered" ? "has already succeeded" : `has used all ${MAX_ATTEMPTS} attempts`;
  throw new DomainError("delivery_not_retryable", `The delivery ${why}.`, { details: { attempt } });
}

async function retry(
  attempt: Attempt,
  caller: AcquirerCaller,
  input: RetryDeliveryInput,
  claim: IdempotencyClaim<ShownDelivery> | null,
): Promise<ShownDelivery | typeof STALE> {
  const subscription = await findOwnSubscription({ ...attempt, isLocking: false }, caller, input.subscriptionId);
  const before = await findDelivery(attempt, subscription, input.deliveryId);
  requireActive(subscription);
  requireRetryable(before);
  const isDueBefore = before.nextAttemptAt !== null && before.nextAttemptAt <= caller.now;
  const nextAttemptAt = isDueBefore ? before.nextAttemptAt : caller.now;
  const dueAt = isDueBefore ? before.dueAt : realTimeOf(caller);
  const [written] = await query<{ isWritten: boolean }>(
    attempt.db,
    sql`WITH delivery AS (
        UPDATE webhook_deliveries d SET state = ${stateAfterRetry(realTimeOf(caller))}, next_attempt_at = ${nextAttemptAt}, due_at = ${dueAt}
        WHERE d.id = ${before.id} AND d.attempt = ${before.attempt} AND d.status = ${before.status}::delivery_status
          AND ${may("retry")}
        RETURNING 1
      ),
      ${recordAnswer(claim, { ...before, nextAttemptAt }, caller.now, "delivery")}
      SELECT EXISTS (SELECT 1 FROM delivery) AS is_written`,
  );
  if (!written?.isWritten) return STALE;
  announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
  return { ...before, nextAttemptAt };
}
