import { announce } from "@/server/db/announce";
import { BatchQueue, runGuardedBatch } from "@/server/db/batches/batch-queue";
import type { Attempt } from "@/server/db/guarded";
import { columnsOf, type NewRow, namingRows, rowsAsJson } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import type { Partitioned } from "@/server/db/retention/partitions";
import { type Sql, sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import type { Environment } from "@/server/domain/caller";
import { isRestoreUnreleased } from "@/server/domain/restores";
import { aheadMsOf, isOnItsWay, tenantTimeOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { isSendingPaused } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import { getLogger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics";
import type { SubscriptionId, TenantId } from "@/server/platform/noun-ids";
import type { StoredEvent } from "../events/event";
import { publishIn } from "../events/publish-events";
import { type FactsRow, factsOf, selectFacts } from "../events/record-event";
import { type AttemptResult, getWebhookSender } from "../ports";
import { openSecret } from "../subscriptions/signing-secrets";
import { pausedEvent } from "../subscriptions/update-subscription";
import type { DeliveryRow } from "./delivery";
import { nextAttemptAfter, SCHEDULED_ATTEMPTS } from "./delivery";
import { LEASE_MS, may, stateAfter } from "./delivery-state";
import { takeSenders } from "./hand-over";

/** Contract 8: this many consecutively exhausted deliveries pause their subscription. */
const FAILURES_BEFORE_PAUSE = 50;
const MOST_AT_ONCE = 64;
/** Small: when a hundred attempts time out at once, their ends leave connections to payments and to new attempts. */
const BATCHES_AT_ONCE = 2;
/** Short: a hanging receiver would delay a jump of 39 hours by seven attempts. */
const TIMEOUT_IN_JUMP_MS = 3_000;

export const ATTEMPT_PARTITIONS: Partitioned = {
  table: "webhook_attempts",
  by: "started_at",
  daysEach: 7,
  keptDays: 90,
};

/**
 * The next step of a delivery: `wait` for an attempt, which a run of its own makes, or `end`. `taken`: another worker is
 * attempting it; come back at `until`, in case it has died. Times are real.
 */
export type DeliveryTurn =
  | { readonly next: "wait"; readonly attempt: number; readonly until: Date }
  | { readonly next: "taken"; readonly until: Date }
  | {
      readonly next: "end";
      readonly because: "delivered" | "exhausted" | "deferred" | "asked" | "gone" | "held_back" | "superseded";
    };

interface Asked {
  readonly deliveryId: string;
  readonly now: Date;
  /** The run that follows the delivery, without which it attempts nothing. Absent in a batch of first attempts. */
  readonly run?: number | undefined;
}

/**
 * Runs when the wait of a delivery that has failed is over: takes a sender if it is its turn, and makes the attempt. Without a
 * sender the delivery waits in its row, and gets a new run with it. Repeated after a crash, it finds what was done, or waits for
 * the worker that does it.
 */
export async function attemptRetry(asked: Asked & { readonly run: number }): Promise<DeliveryTurn> {
  await takeSenders(asked);
  return await attemptDelivery(asked);
}

/**
 * Makes the attempt that is due, if any: claim, sign and send, record. A receiver's behavior is an outcome, never an error.
 * Concurrent calls are safe: each attempt is made by one of them, at least once, since a worker that dies leaves its attempt to
 * another. `now` is real time, which receivers compare the signature with.
 */
export async function attemptDelivery(asked: Asked): Promise<DeliveryTurn> {
  // The sweep takes back senders of deliveries that were handed over before the pause.
  if (isSendingPaused()) return { next: "end", because: "held_back" };
  const claimed = await claimAttempt(asked.deliveryId, asked.now, asked.run);
  if (!claimed) return await whyNot(asked);
  // The attempt has begun, so another may be handed over.
  wake("deliveries");
  const { sealedSecret, nextSealedSecret, isInJump, ...outgoing } = claimed;
  const secret = openSecret(sealedSecret);
  const nextSecret = nextSealedSecret === null ? null : openSecret(nextSealedSecret);
  const timeoutMs = isInJump ? TIMEOUT_IN_JUMP_MS : undefined;
  const result = await getWebhookSender().send({ secret, nextSecret, at: asked.now, timeoutMs, ...outgoing });
  const recorded = await recordAttempt(claimed, result, claimed.beginsAt, asked.run);
  if (recorded) observeAttempt(claimed, result, recorded);
  // Its sender is free, and later deliveries of its order may go.
  wake("deliveries");
  return recorded ? turnOf(recorded, asked) : await whyNot(asked);
}

type Recorded = Pick<DeliveryRow, "status" | "state" | "attempt" | "dueAt" | "nextAttemptAt">;

function turnOf({ status, state, attempt, dueAt }: Recorded, { run }: Asked): DeliveryTurn {
  if (dueAt === null) return { next: "end", because: status === "delivered" ? "delivered" : "exhausted" };
  if (run !== undefined && state !== "sleeping") return { next: "end", because: "superseded" };
  return { next: "wait", attempt: attempt + 1, until: dueAt };
}

/** Nothing was attempted: sets the delivery aside or asks for a sender, if that is why. */
async function whyNot({ deliveryId, now, run }: Asked): Promise<DeliveryTurn> {
  const [row] = await query<
    Recorded & Pick<DeliveryRow, "since" | "handoff"> & { isPaused: boolean; isHeldBack: boolean }
  >(
    getPool(),
    sql`SELECT d.status, d.state, d.attempt, d.due_at, d.next_attempt_at, d.since, d.handoff, s.status = 'paused' AS is_paused,
        ${isRestoreUnreleased} AS is_held_back
      FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id WHERE d.id = ${deliveryId}`,
  );
  if (!row) return { next: "end", because: "gone" };
  if (row.isHeldBack) return { next: "end", because: "held_back" };
  if (run !== undefined && (row.dueAt === null || row.handoff !== run)) return { next: "end", because: "superseded" };
  if (row.dueAt === null || row.dueAt.getTime() > now.getTime()) return turnOf(row, { deliveryId, now, run });
  if (row.isPaused) {
    await move(
      deliveryId,
      "pause",
      sql`EXISTS (SELECT 1 FROM webhook_subscriptions s
      WHERE s.id = d.subscription_id AND s.status = 'paused')`,
    );
    return { next: "end", because: "deferred" };
  }
  if (row.state === "sending" || row.state === "sending_again") {
    return { next: "taken", until: new Date((row.since ?? now).getTime() + LEASE_MS) };
  }
  if (row.state === "given") return { next: "taken", until: now };
  await move(deliveryId, "ask");
  wake("deliveries");
  return { next: "end", because: "asked" };
}

async function move(deliveryId: string, trigger: "pause" | "ask", isMeant: Sql = sql`true`): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE webhook_deliveries d SET state = ${stateAfter(trigger)} WHERE d.id = ${deliveryId} AND ${may(trigger)} AND ${isMeant}`,
  );
}

export interface ClaimedAttempt {
  readonly deliveryId: string;
  readonly subscriptionId: SubscriptionId;
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly url: string;
  readonly sealedSecret: string;
  /** Signs as well, if there is one. */
  readonly nextSealedSecret: string | null;
  readonly event: StoredEvent;
  readonly idempotencyKey: string;
  readonly attempt: number;
  /** By the tenant's clock, as is the next. */
  readonly scheduledAt: Date;
  readonly beginsAt: Date;
  readonly aheadMs: number;
  readonly isInJump: boolean;
}

type ClaimedRow = Omit<ClaimedAttempt, "event"> &
  Pick<StoredEvent, "type" | "sequence"> &
  FactsRow & { readonly eventId: string; readonly eventCreatedAt: Date };

const claims = new BatchQueue<Asked, ClaimedAttempt | null>({
  name: "webhook_claim",
  maxItems: MOST_AT_ONCE,
  maxBatches: BATCHES_AT_ONCE,
  namesOf: ({ deliveryId }) => [deliveryId],
  run: (asks) => runGuardedBatch(asks, { attemptAll: claimAll }),
});

/**
 * Claims a due attempt. Null if the delivery is not due, has no sender, is claimed, or has another run, its subscription is
 * paused, or the database is restored and unreleased. URL and secret are the subscription's current ones. Concurrent claims
 * share a query.
 */
export function claimAttempt(deliveryId: string, now: Date, run?: number): Promise<ClaimedAttempt | null> {
  return claims.ask({ deliveryId, now, run });
}

async function claimAll(
  { db }: Attempt,
  asks: readonly Asked[],
): Promise<PromiseFulfilledResult<ClaimedAttempt | null>[]> {
  const firsts = new Map<string, Asked>();
  for (const ask of asks) if (!firsts.has(ask.deliveryId)) firsts.set(ask.deliveryId, ask);
  const rows = [...firsts.values()]
    .map(({ deliveryId: id, now: at, run = null }) => ({ id, at, run, lost: new Date(at.getTime() - LEASE_MS) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const own = tenantTimeOf(sql`asked.at`, sql`s.tenant_id`, sql`s.environment`);
  const claimed = await query<ClaimedRow>(
    db,
    sql`UPDATE webhook_deliveries d SET state = ${stateAfter("claim")}, since = asked.at
      FROM ${namingRows("asked", "id text, at timestamptz, run int, lost timestamptz", rows)}, webhook_subscriptions s, events e
      WHERE d.id = asked.id AND s.id = d.subscription_id AND e.id = d.event_id AND d.due_at <= asked.at
        AND ${may("claim")} AND (d.state = 'given' OR d.since <= asked.lost) AND (asked.run IS NULL OR d.handoff = asked.run)
        AND s.status <> 'paused' AND NOT ${isRestoreUnreleased}
      RETURNING d.id AS delivery_id, s.id AS subscription_id, s.tenant_id, s.environment, s.url,
        CASE WHEN s.next_secret_at <= ${own} THEN s.next_sealed_secret ELSE s.sealed_secret END AS sealed_secret,
        CASE WHEN s.next_secret_at > ${own} THEN s.next_sealed_secret END AS next_sealed_secret,
        e.id AS event_id, e.type, e.sequence, ${selectFacts(sql`(s.merchant_id IS NOT NULL)`)}, e.created_at AS event_created_at, e.idempotency_key, d.attempt,
        d.next_attempt_at AS scheduled_at, ${own} AS begins_at, ${aheadMsOf(sql`s.tenant_id`, sql`s.environment`)} AS ahead_ms,
        ${isOnItsWay(sql`s.tenant_id`, sql`s.environment`)} AS is_in_jump`,
  );
  const byId = new Map(claimed.map((row) => [row.deliveryId, row]));
  return asks.map((ask) => {
    const row = firsts.get(ask.deliveryId) === ask ? byId.get(ask.deliveryId) : undefined;
    return { status: "fulfilled", value: row ? toClaimed(row) : null };
  });
}

function toClaimed(row: ClaimedRow): ClaimedAttempt {
  const { eventId: id, type, sequence, storedFacts, recordFacts, eventCreatedAt, ...rest } = row;
  const facts = factsOf({ storedFacts, recordFacts });
  return { ...rest, event: { id, type, environment: rest.environment, sequence, facts, createdAt: eventCreatedAt } };
}

interface Ended {
  readonly claimed: ClaimedAttempt;
  readonly result: AttemptResult;
  readonly startedAt: Date;
  readonly run: number | null;
}

const ends = new BatchQueue<Ended, Recorded | null>({
  name: "webhook_record",
  maxItems: MOST_AT_ONCE,
  maxBatches: BATCHES_AT_ONCE,
  // Two batches that count for one subscription would wait for each other's commit.
  namesOf: ({ claimed }) => [claimed.subscriptionId],
  run: (ended) => runGuardedBatch(ended, { attemptAll: recordAll }),
});

/**
 * Writes an attempt's outcome: the delivery's state, the attempt, and the subscription's failure count. Concurrent ends share a
 * query. No attempt is written twice: only whoever advances the delivery's number writes it. A failed delivery stays with
 * its run, or asks for one. Null, with nothing written, if the claim was lost meanwhile.
 */
export function recordAttempt(
  claimed: ClaimedAttempt,
  result: AttemptResult,
  startedAt: Date,
  run: number | null = null,
): Promise<Recorded | null> {
  return ends.ask({ claimed, result, startedAt, run });
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
  const written =
    isLocking || !writing.some(mayPause)
      ? await writeEnds(db, writing)
      : await inTransaction((tx) => writeEnds(tx, writing));
  const byAttempt = new Map(
    written.map(({ id, paused, ...recorded }) => [
      attemptOf({ claimed: { deliveryId: id, attempt: recorded.attempt - 1 } }),
      recorded,
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
  readonly paused: readonly Parameters<typeof pausedEvent>[0][] | null;
}

async function writeEnds(db: Queryable, writing: readonly Ended[]): Promise<readonly Written[]> {
  const { list, row } = columnsOf.webhook_attempts;
  const written = await query<Written>(
    db,
    sql`WITH delivery AS (${moveDeliveries(writing)}),
      attempt AS (
        INSERT INTO webhook_attempts (${list})
        SELECT ${row} FROM json_populate_recordset(NULL::webhook_attempts, ${rowsAsJson(writing.map(attemptRow))}::json) r
        JOIN delivery ON delivery.id = r.delivery_id
      ),
      subscription AS (${countOutcomes(writing.length)})
      SELECT id, attempt, status, state, due_at, next_attempt_at, (SELECT json_agg(json_build_object('id', s.id,
          'tenantId', s.tenant_id, 'environment', s.environment, 'merchantId', s.merchant_id, 'url', s.url,
          'failureCount', s.failure_count)) FROM subscription s WHERE s.is_paused) AS paused
      FROM delivery`,
  );
  announce(db, ...writing.map(({ claimed }) => `tenant:${claimed.tenantId}:${claimed.environment}` as const));
  const [last] = writing.map(endOf).sort((a, b) => b.getTime() - a.getTime());
  const paused = written[0]?.paused ?? [];
  // `attemptDelivery` wakes the work afterwards, so the event's deliveries need no other call.
  if (last)
    await publishIn(
      db,
      paused.map((one) => pausedEvent(one, "failures", last)),
    );
  return written;
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
  scheduled_at timestamptz, ended_at timestamptz, next_attempt_at timestamptz, due_at timestamptz, run int`;

function movedRow(ended: Ended) {
  const { claimed, result, startedAt, run } = ended;
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
    dueAt: nextAttemptAt && new Date(nextAttemptAt.getTime() - claimed.aheadMs),
    run,
  };
}

/** A retry requested during the attempt is due at once. */
function moveDeliveries(ended: readonly Ended[]): Sql {
  const state = sql`CASE WHEN o.status = 'delivered' THEN ${stateAfter("succeed")}
    WHEN o.status = 'exhausted' THEN ${stateAfter("exhaust")}
    WHEN o.run = d.handoff THEN ${stateAfter("sleep")} ELSE ${stateAfter("fail")} END`;
  const due = (own: Sql, next: Sql) => sql`CASE WHEN o.status = 'delivered' THEN NULL
    WHEN d.state IN ('waiting', 'sending_again') THEN ${own} ELSE ${next} END`;
  return sql`UPDATE webhook_deliveries d SET
      status = o.status, attempt = o.attempt + 1, state = ${state},
      url = o.url, response_code = o.response_code, error = o.error, scheduled_at = o.scheduled_at,
      delivered_at = CASE WHEN o.status = 'delivered' THEN o.ended_at END,
      due_at = ${due(sql`d.due_at`, sql`o.due_at`)},
      next_attempt_at = ${due(sql`d.next_attempt_at`, sql`o.next_attempt_at`)}
    FROM ${namingRows("o", MOVED, ended.map(movedRow))}
    WHERE d.id = o.id AND d.attempt = o.attempt AND ${may("succeed")}
    RETURNING d.id, d.subscription_id, d.status, d.state, d.attempt, d.due_at, d.next_attempt_at, o.ended_at`;
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
  if (nextAttemptAt) getLogger().info(line, "webhook not delivered: it is retried");
  else getLogger().warn(line, "webhook failed every retry: it is not sent again");
}
