import { announce } from "@/server/db/announce";
import { BatchQueue, runGuardedBatch } from "@/server/db/batches/batch-queue";
import type { Attempt } from "@/server/db/guarded";
import { columnsOf, type NewRow, namingRows, rowsAsJson } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import type { Partitioned } from "@/server/db/retention/partitions";
import { type Sql, sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { newRecordId } from "@/server/platform/ids";
import { publishIn } from "../events/publish-events";
import type { AttemptResult } from "../ports";
import { pausedEvent } from "../subscriptions/update-subscription";
import type { ClaimedAttempt } from "./claim-attempt";
import type { DeliveryRow } from "./delivery";
import { nextAttemptAfter, SCHEDULED_ATTEMPTS } from "./retry-schedule";

/** Contract 8: this many consecutively exhausted deliveries pause their subscription. */
const FAILURES_BEFORE_PAUSE = 50;
const MOST_AT_ONCE = 64;
/** Small: when a hundred attempts time out at once, their ends leave connections to payments and to new attempts. */
const BATCHES_AT_ONCE = 2;

export const ATTEMPT_PARTITIONS: Partitioned = {
  table: "webhook_attempts",
  by: "started_at",
  daysEach: 7,
  keptDays: 90,
};

export type Recorded = Pick<DeliveryRow, "status" | "nextAttemptAt">;

/** A batch, the run that follows the delivery, or a jump of its tenant's clock. */
export type AttemptedBy = "batch" | "jump" | { readonly run: number };

interface Ended {
  readonly claimed: ClaimedAttempt;
  readonly result: AttemptResult;
  readonly startedAt: Date;
  readonly by: AttemptedBy;
}

const queue = new BatchQueue<Ended, Recorded | null>({
  name: "webhook_record",
  maxItems: MOST_AT_ONCE,
  maxBatches: BATCHES_AT_ONCE,
  // Two batches that count for one subscription would wait for each other's commit.
  namesOf: ({ claimed }) => [claimed.subscriptionId],
  run: (ended) => runGuardedBatch(ended, { attemptAll: recordAll }),
});

/**
 * Writes an attempt's outcome: the delivery's state, the attempt, and the subscription's failure count. Concurrent ends share a
 * statement. No attempt is written twice: only whoever advances the delivery's number writes it. Returns the sender. A failed
 * delivery stays with its run, or asks for one. Null, with nothing written, if the claim was lost meanwhile.
 */
export function recordAttempt(
  claimed: ClaimedAttempt,
  result: AttemptResult,
  startedAt: Date,
  by: AttemptedBy = "batch",
): Promise<Recorded | null> {
  return queue.ask({ claimed, result, startedAt, by });
}

async function recordAll(
  { db, isLocking }: Attempt,
  ended: readonly Ended[],
): Promise<PromiseFulfilledResult<Recorded | null>[]> {
  // Only the first of several ends of one attempt is written. Ends of a lost claim belong to another attempt.
  const firsts = new Map<string, Ended>();
  for (const one of ended) if (!firsts.has(attemptOf(one))) firsts.set(attemptOf(one), one);
  const writing = [...firsts.values()].sort((a, b) => (a.claimed.deliveryId < b.claimed.deliveryId ? -1 : 1));
  // A pause publishes its event in the same transaction; few ends need one.
  const recorded =
    isLocking || !writing.some(mayPause)
      ? await writeEnds(db, writing)
      : await inTransaction((tx) => writeEnds(tx, writing));
  const byAttempt = new Map(
    recorded.map(({ id, attempt, status, nextAttemptAt }) => [
      attemptOf({ claimed: { deliveryId: id, attempt } }),
      { status, nextAttemptAt },
    ]),
  );
  return ended.map((one) => {
    const name = attemptOf(one);
    return { status: "fulfilled", value: firsts.get(name) === one ? (byAttempt.get(name) ?? null) : null };
  });
}

function mayPause({ claimed, result }: Ended): boolean {
  return result.error !== null && claimed.attempt + 1 === SCHEDULED_ATTEMPTS;
}

interface Written extends Recorded {
  readonly id: string;
  readonly attempt: number;
  readonly paused: readonly Parameters<typeof pausedEvent>[0][] | null;
}

async function writeEnds(db: Queryable, writing: readonly Ended[]): Promise<readonly Written[]> {
  const { list, row } = columnsOf.webhook_attempts;
  const recorded = await query<Written>(
    db,
    sql`WITH delivery AS (${moveDeliveries(writing)}),
      attempt AS (
        INSERT INTO webhook_attempts (${list})
        SELECT ${row} FROM json_populate_recordset(NULL::webhook_attempts, ${rowsAsJson(writing.map(attemptRow))}::json) r
        JOIN delivery ON delivery.id = r.delivery_id
      ),
      subscription AS (${countOutcomes(writing.length)})
      SELECT id, attempt - 1 AS attempt, status, next_attempt_at, (SELECT json_agg(json_build_object('id', s.id,
          'tenantId', s.tenant_id, 'environment', s.environment, 'merchantId', s.merchant_id, 'url', s.url,
          'failureCount', s.failure_count)) FROM subscription s WHERE s.is_paused) AS paused
      FROM delivery`,
  );
  announce(db, ...writing.map(({ claimed }) => `tenant:${claimed.tenantId}:${claimed.environment}` as const));
  const [last] = writing.map(endOf).sort((a, b) => b.getTime() - a.getTime());
  const paused = recorded[0]?.paused ?? [];
  // `attemptDelivery` wakes the work afterwards, so the event's deliveries need no other call.
  if (last)
    await publishIn(
      db,
      paused.map((one) => pausedEvent(one, "failures", last)),
    );
  return recorded;
}

const attemptOf = ({ claimed }: { readonly claimed: Pick<ClaimedAttempt, "deliveryId" | "attempt"> }) =>
  `${claimed.deliveryId} ${claimed.attempt}`;

const endOf = ({ result, startedAt }: Ended) => new Date(startedAt.getTime() + result.durationMs);

function attemptRow({ claimed, result, startedAt }: Ended): NewRow<"webhook_attempts"> {
  return {
    id: newRecordId(startedAt),
    deliveryId: claimed.deliveryId,
    subscriptionId: claimed.subscriptionId,
    number: claimed.attempt + 1,
    url: claimed.url,
    requestHeaders: { ...result.requestHeaders },
    startedAt,
    durationMs: Math.round(result.durationMs),
    responseCode: result.responseCode,
    responseBody: result.responseBody,
    error: result.error,
  };
}

const MOVED = `id text, attempt int, status delivery_status, url text, response_code int, error text,
  scheduled_at timestamptz, ended_at timestamptz, next_attempt_at timestamptz, run int, is_in_jump boolean`;

function movedRow(ended: Ended) {
  const { claimed, result, startedAt, by } = ended;
  const isDelivered = result.error === null;
  const nextAttemptAt = isDelivered ? null : nextAttemptAfter(claimed.attempt + 1, startedAt, claimed.environment);
  const status: DeliveryRow["status"] = isDelivered ? "delivered" : nextAttemptAt ? "failed" : "exhausted";
  return {
    id: claimed.deliveryId,
    attempt: claimed.attempt,
    status,
    url: claimed.url,
    responseCode: result.responseCode,
    error: result.error,
    scheduledAt: claimed.scheduledAt,
    endedAt: endOf(ended),
    nextAttemptAt,
    run: typeof by === "object" ? by.run : null,
    isInJump: by === "jump",
  };
}

/** A retry requested during the attempt is due at once. What ends during a jump keeps its mark until its run has been told. */
function moveDeliveries(ended: readonly Ended[]): Sql {
  return sql`UPDATE webhook_deliveries d SET
      status = o.status, attempt = o.attempt + 1, leased_until = NULL, has_sender = false,
      handed_over_at = CASE WHEN o.status = 'failed' AND o.run = d.handoff OR
        o.status <> 'failed' AND o.is_in_jump AND o.attempt > 0 THEN d.handed_over_at END,
      url = o.url, response_code = o.response_code, error = o.error, scheduled_at = o.scheduled_at,
      delivered_at = CASE WHEN o.status = 'delivered' THEN o.ended_at END,
      next_attempt_at = CASE WHEN o.status = 'delivered' THEN NULL WHEN d.handed_over_at IS NULL THEN d.next_attempt_at
        ELSE o.next_attempt_at END
    FROM ${namingRows("o", MOVED, ended.map(movedRow))}
    WHERE d.id = o.id AND d.attempt = o.attempt
    RETURNING d.id, d.subscription_id, d.status, d.attempt, d.next_attempt_at, o.ended_at`;
}

/** Any 2xx resets the count; only an exhausted schedule raises it, once. Of concurrent ends, successes count first. */
function countOutcomes(most: number): Sql {
  const failures = sql`(CASE WHEN o.arrived_at IS NULL THEN s.failure_count ELSE 0 END + o.failed)`;
  const isPausing = sql`(s.status = 'active' AND o.failed > 0 AND ${failures} >= ${FAILURES_BEFORE_PAUSE}::integer)`;
  return sql`UPDATE webhook_subscriptions s SET
      failure_count = ${failures}, last_delivery_at = greatest(s.last_delivery_at, o.arrived_at),
      status = CASE WHEN ${isPausing} THEN 'paused' ELSE s.status END,
      version = s.version + CASE WHEN ${isPausing} THEN 1 ELSE 0 END,
      updated_at = CASE WHEN ${isPausing} THEN o.failed_at ELSE s.updated_at END
    FROM (SELECT subscription_id, count(*) FILTER (WHERE is_failure)::integer AS failed,
        max(ended_at) FILTER (WHERE is_failure) AS failed_at,
        max(ended_at) FILTER (WHERE status = 'delivered') AS arrived_at
      FROM (SELECT *, status = 'exhausted' AND attempt = ${SCHEDULED_ATTEMPTS}::integer AS is_failure FROM delivery) ended
      WHERE is_failure OR status = 'delivered'
      GROUP BY subscription_id ORDER BY subscription_id LIMIT ${most}::bigint) o
    WHERE s.id = o.subscription_id
    RETURNING s.*, s.status = 'paused' AND coalesce(s.updated_at = o.failed_at, false) AS is_paused`;
}
