import { type EVENT_OUTCOMES, MAX_REPLAYED } from "@/server/contracts/choices";
import type { EventType } from "@/server/contracts/event-types";
import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { runGuarded, runInTransaction, STALE } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { auditPart, recordAudit } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { Environment, TenantCaller } from "@/server/domain/caller";
import { DomainError, invalidField } from "@/server/domain/errors";
import { type IdempotencyClaim, keepAnswer, recordAnswer } from "@/server/domain/idempotency";
import { ownTimeOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { SubscriptionId, TenantId } from "@/server/platform/noun-ids";
import { MAX_ATTEMPTS } from "../deliveries/retry-schedule";
import { EVENT_DAYS, IS_NO_SAMPLE, merchantOfEvent } from "../events/list-events";
import { getSubscription } from "../subscriptions/list-subscriptions";
import { findOwnSubscription, requireActive, type SubscriptionRow } from "../subscriptions/subscription";

type Replay = NewRow<"replays">;

export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

/** Deliveries per step, and only while fewer wait for a sender, so that first attempts soon get their turn. */
const BATCH = 20;
const LOOKED_THROUGH = 1_000;
const BEGINNING = new Date(0);

interface EventReplayInput {
  readonly subscriptionId: string;
  /** Null means a day before the end. */
  readonly since: Date | null;
  readonly until: Date | null;
  readonly statuses: readonly EventOutcome[];
  readonly types: readonly EventType[] | null;
}

export interface ShownReplay extends Omit<Replay, "id" | "state"> {
  readonly id: string | null;
  readonly state: Replay["state"] | "preview";
}

/**
 * Sends events of a time span to a subscription again, by outcome, oldest first, in background steps. Existing deliveries keep
 * their ids, so that receivers can recognize them; missed events get one. With `isPreview` nothing begins: `total` says how
 * many would be sent, at most 10,000.
 * Throws `subscription_not_found`, `subscription_revoked`, `subscription_paused`, `replay_running`, `validation_error` for a
 * span that isn't within the last 30 days.
 */
export async function replayEvents(
  caller: TenantCaller,
  input: EventReplayInput & { readonly isPreview: boolean },
  claim: IdempotencyClaim<ShownReplay> | null,
): Promise<ShownReplay> {
  requirePermission(caller, "manage_webhooks");
  const until = input.until === null || input.until > caller.now ? caller.now : input.until;
  const since = input.since ?? new Date(until.getTime() - DAY_MS);
  requireSpan(caller.now, since, until);
  const replay = await runGuarded<ShownReplay>(async ({ db, isLocking }) => {
    const subscription = await findOwnSubscription({ db, isLocking }, caller, input.subscriptionId);
    const eventTypes = [...(input.types ?? subscription.events)];
    const wanted = { since, until, statuses: [...input.statuses], eventTypes };
    if (!input.isPreview) await requireReplayable(db, subscription);
    const row: Replay = {
      id: newRecordId(caller.now),
      subscriptionId: subscription.id,
      key: newRecordId(caller.now),
      ...{ ...wanted, deliveryStatus: null, eventType: null },
      total: await count(db, subscription, wanted),
      ...{ done: 0, afterAt: BEGINNING, afterId: "", state: "running" },
      ...{ createdAt: caller.now, finishedAt: null },
    };
    if (input.isPreview) {
      const preview: ShownReplay = { ...row, id: null, state: "preview" };
      await keepAnswer(db, claim, preview, caller.now);
      return preview;
    }
    const audited = {
      action: "webhook_subscription.replay_started",
      subject: { kind: "webhook_subscription", id: subscription.id },
      details: { deliveries: row.total },
    };
    try {
      await query(
        db,
        sql`WITH written AS (${insertRows("replays", [row], "(SELECT 1) AS work")}),
          ${auditPart(caller, audited, "written")}, ${recordAnswer(claim, row, caller.now, "written")} SELECT 1`,
      );
    } catch (error) {
      if (isUniqueViolation(error, "replays_running_key")) return STALE;
      throw error;
    }
    announce(db, `tenant:${caller.tenantId}:${caller.environment}`);
    return row;
  }, caller.standing);
  if (!input.isPreview) wake("replays");
  return replay;
}

function requireSpan(now: Date, since: Date, until: Date): void {
  if (since.getTime() < now.getTime() - EVENT_DAYS * DAY_MS) {
    throw invalidField("since", `must be within the last ${EVENT_DAYS} days`);
  }
  if (since >= until) throw invalidField("since", "must be before until, and in the past");
}

async function requireReplayable(db: Queryable, subscription: SubscriptionRow): Promise<void> {
  requireActive(subscription);
  const running = await query(
    db,
    sql`SELECT 1 FROM replays WHERE subscription_id = ${subscription.id} AND state = 'running'`,
  );
  if (running.length > 0) throw new DomainError("replay_running", "A replay of this subscription is running.");
}

/** Null if there was none. Throws `subscription_not_found`. */
export async function findReplay(
  caller: TenantCaller,
  input: { readonly subscriptionId: string },
): Promise<ShownReplay | null> {
  const { id } = await getSubscription(caller, { id: input.subscriptionId });
  return findNewest(getPool(), id);
}

/** Throws `subscription_not_found`, `replay_not_found`. */
export async function getReplay(
  caller: TenantCaller,
  input: { readonly subscriptionId: string },
): Promise<ShownReplay> {
  return found(await findReplay(caller, input));
}

async function findNewest(db: Queryable, subscriptionId: SubscriptionId): Promise<Replay | null> {
  const [replay] = await query<Replay>(
    db,
    sql`SELECT * FROM replays WHERE subscription_id = ${subscriptionId} ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return replay ?? null;
}

function found(replay: ShownReplay | null): ShownReplay {
  if (!replay) throw new DomainError("replay_not_found", "This subscription has had no replay.");
  return replay;
}

/** Deliveries that are already due stay due. Idempotent. Throws `subscription_not_found`, `replay_not_found`. */
export async function cancelReplay(
  caller: TenantCaller,
  input: { readonly subscriptionId: string },
  claim: IdempotencyClaim<ShownReplay> | null,
): Promise<ShownReplay> {
  requirePermission(caller, "manage_webhooks");
  return runInTransaction(async (db) => {
    const { id } = await findOwnSubscription({ db, isLocking: true }, caller, input.subscriptionId);
    const [stopped] = await query<Replay>(
      db,
      sql`UPDATE replays SET state = 'stopped', finished_at = ${caller.now}
        WHERE subscription_id = ${id} AND state = 'running' RETURNING *`,
    );
    if (stopped) {
      await recordAudit(db, caller, {
        action: "webhook_subscription.replay_stopped",
        subject: { kind: "webhook_subscription", id },
        details: { deliveries: stopped.done },
      });
      announce(db, `tenant:${caller.tenantId}:${caller.environment}`);
    }
    const replay = found(stopped ?? (await findNewest(db, id)));
    await keepAnswer(db, claim, replay, caller.now);
    return replay;
  }, caller.standing);
}

type Wanted = Pick<Replay, "since" | "until" | "statuses" | "eventTypes">;

/** FROM and WHERE: events `e` that a replay `r` of subscription `s` is to send, with their delivery `d`, if any. */
const WANTED = sql`LEFT JOIN webhook_deliveries d ON d.event_id = e.id AND d.subscription_id = s.id
  WHERE e.type = ANY(r.event_types) AND ${IS_NO_SAMPLE} AND coalesce(d.status::text, 'missed') = ANY(r.statuses)
    AND coalesce(d.attempt, 0) < ${MAX_ATTEMPTS}::integer
    AND (s.merchant_id IS NULL OR s.merchant_id = ${merchantOfEvent})`;

async function count(db: Queryable, { id }: SubscriptionRow, wanted: Wanted): Promise<number> {
  const { since, until, statuses, eventTypes } = wanted;
  const [row] = await query<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM webhook_subscriptions s
        JOIN (SELECT ${statuses}::text[] AS statuses, ${eventTypes}::text[] AS event_types) r ON true
        JOIN events e ON e.tenant_id = s.tenant_id AND e.environment = s.environment
          AND e.created_at >= ${since} AND e.created_at < ${until}
        ${WANTED} AND s.id = ${id} LIMIT ${MAX_REPLAYED}) found`,
  );
  return row?.count ?? 0;
}

interface Step {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly sent: number;
}

/**
 * Next step of the oldest replay whose subscription has room: makes up to 20 deliveries due, in one statement, so a crash
 * repeats none. An inactive subscription ends its replay, as does a missing span (from an older version). Safe to run at any
 * time and concurrently.
 */
export async function advanceReplays(input: { readonly now: Date }): Promise<{
  readonly sent: number;
  readonly isMore: boolean;
}> {
  const step = await runInTransaction((db) => advance(db, input.now));
  if (step && step.sent > 0) wake("deliveries");
  const running = await query(getPool(), sql`SELECT 1 FROM replays WHERE state = 'running' LIMIT 1`);
  return { sent: step?.sent ?? 0, isMore: running.length > 0 };
}

/** SQL condition on replay `r`: fewer of its subscription's deliveries wait for a sender than one step sends. */
const hasRoom = (at: Sql) => sql`${BATCH}::bigint > (SELECT count(*) FROM (
    SELECT 1 FROM webhook_deliveries w WHERE w.subscription_id = r.subscription_id AND w.handed_over_at IS NULL
      AND w.next_attempt_at <= ${at} AND NOT w.is_deferred LIMIT ${BATCH}) waiting)`;

async function advance(db: Queryable, now: Date): Promise<Step | null> {
  const ownNow = ownTimeOf(sql`${now}::timestamptz`, sql`s.tenant_id`, sql`s.environment`);
  const ids = Array.from({ length: BATCH }, () => newRecordId(now));
  const [step] = await query<Step>(
    db,
    sql`WITH replay AS (
        SELECT r.*, s.status = 'active' AND r.since IS NOT NULL AS is_active, s.tenant_id, s.environment, ${ownNow} AS own_now
        FROM replays r JOIN webhook_subscriptions s ON s.id = r.subscription_id
        WHERE r.state = 'running' AND (s.status <> 'active' OR r.since IS NULL OR ${hasRoom(ownNow)})
        ORDER BY r.created_at, r.id LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED
      ),
      seen AS (
        SELECT e.* FROM replay r, LATERAL (
          SELECT e.* FROM events e
          WHERE r.is_active AND e.tenant_id = r.tenant_id AND e.environment = r.environment
            AND e.created_at >= r.since AND e.created_at < r.until AND (e.created_at, e.id) > (r.after_at, r.after_id)
          ORDER BY e.created_at, e.id LIMIT ${LOOKED_THROUGH}
        ) e
      ),
      due AS (
        SELECT e.id AS event_id, e.type, coalesce(e.authorization_id, e.subject_id) AS about, e.sequence, e.created_at,
          d.id AS delivery_id, r.subscription_id, r.own_now,
          (${ids}::text[])[row_number() OVER (ORDER BY e.created_at, e.id)] AS new_id
        FROM replay r JOIN webhook_subscriptions s ON s.id = r.subscription_id CROSS JOIN seen e ${WANTED}
        ORDER BY e.created_at, e.id LIMIT (SELECT least(${BATCH}::integer, total - done) FROM replay)
      ),
      again AS (
        UPDATE webhook_deliveries d SET next_attempt_at = least(d.next_attempt_at, due.own_now), handed_over_at = NULL,
          is_deferred = false, has_sender = d.has_sender AND coalesce(d.leased_until > due.own_now, false)
        FROM due WHERE d.id = due.delivery_id
        RETURNING 1
      ),
      missed AS (
        INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, authorization_id, sequence, created_at,
          next_attempt_at)
        SELECT due.new_id, due.subscription_id, due.event_id, due.type, due.about, due.sequence, due.own_now, due.own_now
        FROM due WHERE due.delivery_id IS NULL
        RETURNING 1
      ),
      counted AS (
        SELECT (SELECT count(*)::integer FROM due) AS due, (SELECT count(*)::integer FROM seen) AS seen,
          (SELECT count(*)::integer FROM again) + (SELECT count(*)::integer FROM missed) AS sent
      ),
      reached AS (
        SELECT created_at, id FROM (
          (SELECT created_at, event_id AS id FROM due, counted WHERE counted.due = ${BATCH}
            ORDER BY created_at DESC, event_id DESC LIMIT 1)
          UNION ALL
          (SELECT created_at, id FROM seen, counted WHERE counted.due < ${BATCH}
            ORDER BY created_at DESC, id DESC LIMIT 1)
        ) last
      ),
      advanced AS (
        UPDATE replays r SET done = r.done + counted.due, after_at = coalesce(reached.created_at, r.after_at),
          after_id = coalesce(reached.id, r.after_id), state = next.state,
          finished_at = CASE WHEN next.state <> 'running' THEN replay.own_now END
        FROM replay CROSS JOIN counted LEFT JOIN reached ON true CROSS JOIN LATERAL (SELECT CASE
          WHEN NOT replay.is_active THEN 'stopped'
          WHEN counted.seen = 0 OR replay.done + counted.due >= replay.total THEN 'done'
          ELSE 'running' END::replay_state AS state) next
        WHERE r.id = replay.id AND r.state = 'running'
        RETURNING 1
      )
      SELECT replay.tenant_id, replay.environment, counted.sent FROM replay, counted, advanced`,
  );
  if (step) announce(db, `tenant:${step.tenantId}:${step.environment}`);
  return step ?? null;
}
