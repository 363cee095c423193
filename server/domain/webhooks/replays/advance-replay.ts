import { setTimeout as sleep } from "node:timers/promises";
import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { Environment } from "@/server/domain/caller";
import { type DueJob, defineLongJob } from "@/server/domain/long-jobs";
import { tenantTimeOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { stateAfterRetry } from "../deliveries/delivery-state";
import { WANTED } from "./replay-events";

const LOOKED_THROUGH = 1_000;
/** Between looks whether the receiver has taken enough. */
const LOOK_MS = 100;

interface ReplayRow {
  readonly id: string;
  readonly run: number;
  readonly finishedAt: Date | null;
  readonly tenantId: TenantId;
  readonly environment: Environment;
}

/**
 * Makes up to 20 deliveries due at a time, in one query, so a crash repeats none, and only while fewer wait for a sender, so
 * that first attempts soon get their turn. Rests while the receiver takes none. An inactive subscription ends its replay, as does
 * a missing span (from an older version).
 */
export const replays = defineLongJob<ReplayRow>({
  kind: "replay",
  table: sql`replays`,
  columns: sql`r.id, r.run, r.finished_at, (SELECT s.tenant_id FROM webhook_subscriptions s WHERE s.id = r.subscription_id),
    (SELECT s.environment FROM webhook_subscriptions s WHERE s.id = r.subscription_id)`,
  size: 20,
  advance: async (replay, size) => {
    const batch = await runInTransaction((db) => sendBatch(db, replay, { at: now(), size }));
    if (!batch) return { row: undefined, isWork: false };
    if (batch.sent > 0) wake("deliveries");
    if (!batch.hasRoom) await sleep(LOOK_MS);
    return { row: { ...replay, finishedAt: batch.finishedAt }, isWork: batch.sent > 0 };
  },
  topicOf: ({ tenantId, environment }) => `tenant:${tenantId}:${environment}`,
  givenUp: sql`state = 'stopped'`,
});

interface Batch {
  readonly hasRoom: boolean;
  readonly sent: number;
  readonly finishedAt: Date | null;
}

/** Events of one authorization can have the same time; ids are in no order within it. */
const OLDEST_FIRST = sql`e.created_at, e.sequence, e.id`;

/** SQL condition on replay `r`: fewer of its subscription's deliveries wait for a sender than are made due at once. */
const hasRoom = (at: Sql, size: number) => sql`${size}::bigint > (SELECT count(*) FROM (
    SELECT 1 FROM webhook_deliveries w WHERE w.subscription_id = r.subscription_id AND w.state = 'waiting'
      AND w.next_attempt_at <= ${at} AND NOT w.is_deferred LIMIT ${size}) waiting)`;

/** Null if the replay has ended, or another run has it. */
async function sendBatch(
  db: Queryable,
  { id: replayId, run }: DueJob,
  { at, size }: { readonly at: Date; readonly size: number },
): Promise<Batch | null> {
  const ownNow = tenantTimeOf(sql`${at}::timestamptz`, sql`s.tenant_id`, sql`s.environment`);
  const ids = Array.from({ length: size }, () => newRecordId(at));
  const [batch] = await query<Batch>(
    db,
    sql`WITH replay AS (
        SELECT r.*, s.status = 'active' AND r.since IS NOT NULL AS is_active, ${hasRoom(ownNow, size)} AS has_room,
          s.tenant_id, s.environment, ${ownNow} AS own_now,
          coalesce((SELECT sequence FROM events WHERE id = r.after_id), 0) AS after_sequence
        FROM replays r JOIN webhook_subscriptions s ON s.id = r.subscription_id
        WHERE r.id = ${replayId} AND r.run = ${run}::integer AND r.state = 'running' FOR NO KEY UPDATE OF r
      ),
      seen AS (
        SELECT e.* FROM replay r, LATERAL (
          SELECT e.* FROM events e
          WHERE r.is_active AND r.has_room AND e.tenant_id = r.tenant_id AND e.environment = r.environment
            AND e.created_at >= greatest(r.since, r.after_at) AND e.created_at < r.until
            AND (e.created_at, e.sequence, e.id) > (r.after_at, r.after_sequence, r.after_id)
          ORDER BY ${OLDEST_FIRST} LIMIT ${LOOKED_THROUGH}
        ) e
      ),
      due AS (
        SELECT e.id AS event_id, e.type, coalesce(e.authorization_id, e.subject_id) AS about, e.sequence, e.created_at,
          d.id AS delivery_id, r.id AS replay_id, r.subscription_id, r.own_now,
          (${ids}::text[])[row_number() OVER (ORDER BY ${OLDEST_FIRST})] AS new_id
        FROM replay r JOIN webhook_subscriptions s ON s.id = r.subscription_id CROSS JOIN seen e ${WANTED}
        ORDER BY ${OLDEST_FIRST} LIMIT (SELECT least(${size}::integer, total - done) FROM replay)
      ),
      again AS (
        UPDATE webhook_deliveries d SET state = ${stateAfterRetry(at)},
          next_attempt_at = least(d.next_attempt_at, due.own_now), due_at = least(d.due_at, ${at}::timestamptz),
          replay_id = due.replay_id, ordered_attempt = d.attempt
        FROM due WHERE d.id = due.delivery_id
        RETURNING 1
      ),
      missed AS (
        INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, authorization_id, sequence, created_at,
          next_attempt_at, due_at, replay_id)
        SELECT due.new_id, due.subscription_id, due.event_id, due.type, due.about, due.sequence, due.own_now, due.own_now,
          ${at}::timestamptz, due.replay_id
        FROM due WHERE due.delivery_id IS NULL
        RETURNING 1
      ),
      counted AS (
        SELECT (SELECT count(*)::integer FROM due) AS due, (SELECT count(*)::integer FROM seen) AS seen,
          (SELECT count(*)::integer FROM again) + (SELECT count(*)::integer FROM missed) AS sent
      ),
      reached AS (
        SELECT created_at, id FROM (
          (SELECT created_at, event_id AS id FROM due, counted WHERE counted.due = ${size}
            ORDER BY created_at DESC, sequence DESC, event_id DESC LIMIT 1)
          UNION ALL
          (SELECT created_at, id FROM seen, counted WHERE counted.due < ${size}
            ORDER BY created_at DESC, sequence DESC, id DESC LIMIT 1)
        ) last
      ),
      advanced AS (
        UPDATE replays r SET done = r.done + counted.due, after_at = coalesce(reached.created_at, r.after_at),
          after_id = coalesce(reached.id, r.after_id), state = next.state, touched_at = ${at}::timestamptz,
          finished_at = CASE WHEN next.state <> 'running' THEN replay.own_now END
        FROM replay CROSS JOIN counted LEFT JOIN reached ON true CROSS JOIN LATERAL (SELECT CASE
          WHEN NOT replay.is_active THEN 'stopped'
          WHEN replay.has_room AND (counted.seen = 0 OR replay.done + counted.due >= replay.total) THEN 'done'
          ELSE 'running' END::replay_state AS state) next
        WHERE r.id = replay.id AND r.state = 'running'
        RETURNING r.finished_at
      )
      SELECT replay.has_room, counted.sent, advanced.finished_at
      FROM replay, counted, advanced`,
  );
  return batch ?? null;
}
