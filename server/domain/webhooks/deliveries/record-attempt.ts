import { announce } from "@/server/db/announce";
import { insertRows } from "@/server/db/insert-rows";
import type { Partitioned } from "@/server/db/partitions";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { AttemptResult } from "../ports";
import type { ClaimedAttempt } from "./claim-attempt";
import type { DeliveryRow } from "./delivery";
import { nextAttemptAfter, SCHEDULED_ATTEMPTS } from "./retry-schedule";

/** Contract 8: so many deliveries in a row that failed to the end pause their subscription. */
const FAILURES_BEFORE_PAUSE = 50;

export const ATTEMPT_PARTITIONS: Partitioned = {
  table: "webhook_attempts",
  by: "started_at",
  daysEach: 7,
  keptDays: 90,
};

/** What a delivery is after its attempt. */
export type Recorded = Pick<DeliveryRow, "status" | "nextAttemptAt">;

/**
 * Writes what came of an attempt: the delivery's state, the attempt itself and the subscription's count, in one
 * statement. No attempt is written twice: only whoever moves the delivery's number on writes it. The delivery gives its
 * sender back, and asks for the next one as soon as it is due again. Whoever lost the claim meanwhile writes nothing: null.
 */
export async function recordAttempt(
  claimed: ClaimedAttempt,
  result: AttemptResult,
  startedAt: Date,
): Promise<Recorded | null> {
  const number = claimed.attempt + 1;
  const endedAt = new Date(startedAt.getTime() + result.durationMs);
  const isDelivered = result.error === null;
  const nextAttemptAt = isDelivered ? null : nextAttemptAfter(number, startedAt, claimed.environment);
  const status: DeliveryRow["status"] = isDelivered ? "delivered" : nextAttemptAt ? "failed" : "exhausted";
  const row = {
    id: newRecordId(startedAt),
    deliveryId: claimed.deliveryId,
    subscriptionId: claimed.subscriptionId,
    number,
    url: claimed.url,
    requestHeaders: { ...result.requestHeaders },
    startedAt,
    durationMs: Math.round(result.durationMs),
    responseCode: result.responseCode,
    responseBody: result.responseBody,
    error: result.error,
  };
  // A retry that was requested while this attempt was under way (the wake mark is set) is due at once.
  const [recorded] = await query<Recorded>(
    getPool(),
    sql`WITH delivery AS (
        UPDATE webhook_deliveries SET
          status = ${status}::delivery_status, attempt = ${number}, leased_until = NULL,
          has_sender = false, handed_over_at = NULL, url = ${claimed.url},
          response_code = ${result.responseCode}::integer, error = ${result.error}::text,
          scheduled_at = ${claimed.scheduledAt},
          delivered_at = ${isDelivered ? endedAt : null}::timestamptz,
          next_attempt_at = CASE WHEN ${isDelivered}::boolean THEN NULL WHEN handed_over_at IS NULL THEN next_attempt_at
            ELSE ${nextAttemptAt}::timestamptz END
        WHERE id = ${claimed.deliveryId} AND attempt = ${claimed.attempt}
        RETURNING subscription_id, status, next_attempt_at
      ),
      attempt AS (${insertRows("webhook_attempts", [row], "delivery")}),
      subscription AS (${countOutcome(status, number, endedAt)})
      SELECT status, next_attempt_at FROM delivery`,
  );
  announce(getPool(), `tenant:${claimed.tenantId}:${claimed.environment}`);
  return recorded ?? null;
}

/** Any 2xx forgives; only what failed to the end by schedule counts, once. */
function countOutcome(status: DeliveryRow["status"], number: number, endedAt: Date): Sql {
  if (status === "delivered") {
    return sql`UPDATE webhook_subscriptions s
      SET failure_count = 0, last_delivery_at = greatest(s.last_delivery_at, ${endedAt}::timestamptz)
      FROM delivery WHERE s.id = delivery.subscription_id RETURNING 1`;
  }
  if (number !== SCHEDULED_ATTEMPTS) return sql`SELECT 1`;
  const isPausing = sql`(s.status = 'active' AND s.failure_count + 1 >= ${FAILURES_BEFORE_PAUSE}::integer)`;
  return sql`UPDATE webhook_subscriptions s SET
      failure_count = s.failure_count + 1,
      status = CASE WHEN ${isPausing} THEN 'paused' ELSE s.status END,
      version = s.version + CASE WHEN ${isPausing} THEN 1 ELSE 0 END,
      updated_at = CASE WHEN ${isPausing} THEN ${endedAt}::timestamptz ELSE s.updated_at END
    FROM delivery WHERE s.id = delivery.subscription_id RETURNING 1`;
}
