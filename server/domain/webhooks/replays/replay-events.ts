import { type EVENT_OUTCOMES, MAX_REPLAYED } from "@/server/contracts/choices";
import type { EventType } from "@/server/contracts/event-types";
import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { runGuarded, runInTransaction, STALE } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { AcquirerCaller } from "@/server/domain/caller";
import { DomainError, invalidField } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer, storeAnswer } from "@/server/domain/idempotency";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { SubscriptionId } from "@/server/platform/noun-ids";
import { MAX_ATTEMPTS } from "../deliveries/delivery";
import { EVENT_DAYS, IS_NO_SAMPLE, merchantOfEvent } from "../events/list-events";
import { getSubscription } from "../subscriptions/list-subscriptions";
import {
  auditOf,
  findOwnSubscription,
  isAudited,
  requireActive,
  type SubscriptionRow,
} from "../subscriptions/subscription";

type Replay = NewRow<"replays">;

export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

const BEGINNING = new Date(0);

interface EventReplayInput {
  readonly subscriptionId: string;
  /** Null means a day before the end. */
  readonly since: Date | null;
  readonly until: Date | null;
  readonly statuses: readonly EventOutcome[];
  readonly types: readonly EventType[] | null;
}

/** What became of the deliveries that were made due; the others wait for their attempt, or a later replay has them. */
type Outcomes = Readonly<Record<"delivered" | "failed" | "exhausted", number>>;

export interface ShownReplay extends Omit<Replay, "id" | "state"> {
  readonly id: string | null;
  readonly state: Replay["state"] | "preview";
  /** Null: an older version sent it, and noted none. */
  readonly outcomes: Outcomes | null;
}

const NONE: Outcomes = { delivered: 0, failed: 0, exhausted: 0 };

/**
 * Sends events of a time span to a subscription again, by outcome, oldest first, in background steps. Existing deliveries keep
 * their ids, so that receivers can recognize them; missed events get one. With `isPreview` nothing begins: `total` says how
 * many would be sent, at most 10,000.
 * Throws `subscription_not_found`, `subscription_revoked`, `subscription_paused`, `replay_running`, `validation_error` for a
 * span that isn't within the last 30 days.
 */
export async function replayEvents(
  caller: AcquirerCaller,
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
      ...wanted,
      deliveryStatus: null,
      eventType: null,
      total: await count(db, subscription, wanted),
      done: 0,
      afterAt: BEGINNING,
      afterId: "",
      state: "running",
      run: 0,
      touchedAt: null,
      createdAt: caller.now,
      finishedAt: null,
    };
    if (input.isPreview) {
      const preview: ShownReplay = { ...row, id: null, state: "preview", outcomes: NONE };
      await storeAnswer(db, claim, preview, caller.now);
      return preview;
    }
    const started: ShownReplay = { ...row, outcomes: NONE };
    const audited = {
      action: "webhook_subscription.replay_started",
      subject: { kind: "webhook_subscription", id: subscription.id },
      details: { deliveries: row.total },
    };
    try {
      await query(
        db,
        sql`WITH written AS (${insertRows("replays", [row], "(SELECT 1) AS work")}),
          ${auditOf(caller, audited, "written")} ${recordAnswer(claim, started, caller.now, "written")} SELECT 1`,
      );
    } catch (error) {
      if (isUniqueViolation(error, "replays_running_key")) return STALE;
      throw error;
    }
    announce(db, `tenant:${caller.tenantId}:${caller.environment}`);
    return started;
  }, caller.standing);
  if (!input.isPreview) wake("jobs");
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

/**
 * Events that were counted when it began, and that it has ended without: by their turn a retry had delivered them or they had used
 * all attempts, or it was stopped before.
 */
export function skippedBy({ state, total, done }: Pick<ShownReplay, "state" | "total" | "done">): number {
  return state === "done" || state === "stopped" ? total - done : 0;
}

/** Null if there was none. Throws `subscription_not_found`. */
export async function findReplay(
  caller: AcquirerCaller,
  input: { readonly subscriptionId: string },
): Promise<ShownReplay | null> {
  const { id } = await getSubscription(caller, { id: input.subscriptionId });
  return findNewest(getPool(), id);
}

/** Throws `subscription_not_found`, `replay_not_found`. */
export async function getReplay(
  caller: AcquirerCaller,
  input: { readonly subscriptionId: string },
): Promise<ShownReplay> {
  return found(await findReplay(caller, input));
}

async function findNewest(db: Queryable, subscriptionId: SubscriptionId): Promise<ShownReplay | null> {
  const [replay] = await query<Replay>(
    db,
    sql`SELECT * FROM replays WHERE subscription_id = ${subscriptionId} ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return replay ? { ...replay, outcomes: await countOutcomes(db, replay) } : null;
}

async function countOutcomes(db: Queryable, { id, touchedAt, run, done }: Replay): Promise<Outcomes | null> {
  if (run === 0 && touchedAt === null && done > 0) return null;
  const [outcomes] = await query<Outcomes>(
    db,
    sql`SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered,
        count(*) FILTER (WHERE status = 'failed')::int AS failed,
        count(*) FILTER (WHERE status = 'exhausted')::int AS exhausted
      FROM webhook_deliveries WHERE replay_id = ${id} AND attempt > ordered_attempt`,
  );
  return outcomes ?? NONE;
}

function found(replay: ShownReplay | null): ShownReplay {
  if (!replay) throw new DomainError("replay_not_found", "This subscription has had no replay.");
  return replay;
}

/** Deliveries that are already due stay due. Idempotent. Throws `subscription_not_found`, `replay_not_found`. */
export async function cancelReplay(
  caller: AcquirerCaller,
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
      const audited = {
        action: "webhook_subscription.replay_stopped",
        subject: { kind: "webhook_subscription", id },
        details: { deliveries: stopped.done },
      };
      if (isAudited(caller)) await recordAudit(db, caller, audited);
      announce(db, `tenant:${caller.tenantId}:${caller.environment}`);
    }
    const replay = found(await findNewest(db, id));
    await storeAnswer(db, claim, replay, caller.now);
    return replay;
  }, caller.standing);
}

type Wanted = Pick<Replay, "since" | "until" | "statuses" | "eventTypes">;

/** FROM and WHERE: events `e` that a replay `r` of subscription `s` is to send, with their delivery `d`, if any. */
export const WANTED = sql`LEFT JOIN webhook_deliveries d ON d.event_id = e.id AND d.subscription_id = s.id
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
