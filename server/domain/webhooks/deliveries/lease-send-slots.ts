import { namingRows } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { isRestoreUnreleased } from "@/server/domain/restores";
import { getEnv } from "@/server/platform/env";
import { isHeld, isWaiting, may, stateAfter } from "./delivery-state";

/** Advisory lock: only one process at a time may count taken senders and take more. */
const SENDERS_LOCK = 7_236_413;
/** A tenant's largest part of all senders per environment (1/4), however quiet the others are. */
const LARGEST_SHARE = 4;
/** The part of all senders (1/8) whose attempts may be about to begin, in an engine that begins at once. */
const BEGINNING_SHARE = 8;
/** A slower engine has as many times more on their way, up to all senders. */
const BEGINS_AT_ONCE_MS = 50;
const MEASURED_MS = 10_000;
/** An attempt that hasn't begun by then is lost or its engine is down; it no longer counts as about to begin. */
const BEGINS_WITHIN_MS = 10_000;
/** Of a paused subscription, at once. */
const MOST_SET_ASIDE = 1_000;

/** The quickest of a window, which no queue of our own has slowed, of this process. */
const delays = { since: 0, quickestMs: Number.POSITIVE_INFINITY, beforeMs: Number.POSITIVE_INFINITY };

/** Tells how long the engine took from the handing over of deliveries to the call that attempts them. Milliseconds. */
export function observeBeginning(delayMs: number, now: Date): void {
  if (now.getTime() - delays.since > MEASURED_MS) {
    Object.assign(delays, { since: now.getTime(), beforeMs: delays.quickestMs, quickestMs: Number.POSITIVE_INFINITY });
  }
  delays.quickestMs = Math.min(delays.quickestMs, Math.max(0, delayMs));
}

function mostBeginning(senders: number): number {
  const quickestMs = Math.min(delays.quickestMs, delays.beforeMs);
  const times = Number.isFinite(quickestMs) ? Math.max(1, quickestMs / BEGINS_AT_ONCE_MS) : 1;
  return Math.floor(Math.min(senders, (senders / BEGINNING_SHARE) * times));
}

export interface SendSlot {
  readonly deliveryId: string;
  readonly handoff: number;
  readonly attempt: number;
}

/** It begins at once and keeps its run. */
export interface AskingRun {
  readonly deliveryId: string;
  readonly run: number;
}

/**
 * Gives senders to due deliveries and marks them as handed over. A sender is held until its attempt has ended, so this bounds
 * and shares out concurrent attempts:
 *
 * - Of n tenants (per environment) that hold or ask, each gets a part in n + 1. The rest is free for the next one at once: a
 *   tenant whose receivers hang for ten seconds fills only its own part.
 * - A tenant's subscriptions share its part in the same way, each up to a subscription's bound.
 * - Whoever has least is served first, then whoever has waited longest, then the oldest. Of what is due about one authorization,
 *   the earlier event goes first.
 * - Few attempts may be about to begin, shared out by tenant in the same way; each that begins makes room for another. So no
 *   delivery queues behind hundreds of another tenant's in an engine that knows no tenants. An engine that takes long to begin
 *   any, as Inngest on another machine does, gets as many times more, or its delay would bound the rate.
 *
 * What is due at a paused subscription is set aside. `runs` ask at the same time, and wait in their rows if it is not their turn.
 */
export async function leaseSendSlots(now: Date, runs: readonly AskingRun[] = []): Promise<SendSlot[]> {
  const own = runs.map(({ deliveryId }) => deliveryId);
  const isOwn = sql`= ANY(${own}::text[])`;
  const isAsking = sql`${isWaiting} AND d.due_at <= ${now}`;
  const { WEBHOOK_SENDERS: senders, WEBHOOK_SENDERS_PER_SUBSCRIPTION: mostOfOne } = getEnv();
  const begunSince = new Date(now.getTime() - BEGINS_WITHIN_MS);
  return inTransaction(async (db) => {
    await query(db, sql`SELECT pg_advisory_xact_lock(${SENDERS_LOCK})`);
    if (runs.length > 0) await requestSlots(db, runs, now);
    return query<SendSlot>(
      db,
      sql`WITH RECURSIVE waiting AS (
          (SELECT d.subscription_id FROM webhook_deliveries d WHERE ${isWaiting} ORDER BY d.subscription_id LIMIT 1)
          UNION ALL
          SELECT (SELECT d.subscription_id FROM webhook_deliveries d
            WHERE ${isWaiting} AND d.subscription_id > waiting.subscription_id ORDER BY d.subscription_id LIMIT 1)
          FROM waiting WHERE waiting.subscription_id IS NOT NULL
        ),
        asking AS (
          SELECT s.id, s.status = 'paused' AS is_paused
          FROM waiting JOIN webhook_subscriptions s ON s.id = waiting.subscription_id, LATERAL (SELECT 1 FROM webhook_deliveries d
            WHERE d.subscription_id = s.id AND ${isAsking} ORDER BY d.due_at LIMIT 1) due
        ),
        set_aside AS (
          UPDATE webhook_deliveries d SET state = ${stateAfter("pause")}
          FROM (SELECT due.id FROM asking, LATERAL (SELECT d.id FROM webhook_deliveries d
              WHERE d.subscription_id = asking.id AND ${isAsking} ORDER BY d.due_at LIMIT ${MOST_SET_ASIDE}
              FOR NO KEY UPDATE SKIP LOCKED) due
            WHERE asking.is_paused) paused
          WHERE d.id = paused.id
        ),
        held AS (
          SELECT d.subscription_id, count(*) AS held,
            count(*) FILTER (WHERE d.state = 'given' AND d.since > ${begunSince}) AS beginning
          FROM webhook_deliveries d WHERE ${isHeld} GROUP BY 1
        ),
        busy AS (
          SELECT s.id, s.tenant_id, s.environment, s.status = 'paused' AS is_paused, coalesce(held.held, 0) AS held,
            coalesce(held.beginning, 0) AS beginning
          FROM (SELECT id FROM asking WHERE NOT is_paused UNION SELECT subscription_id FROM held) b
          JOIN webhook_subscriptions s USING (id) LEFT JOIN held ON held.subscription_id = s.id
        ),
        owners AS (
          SELECT tenant_id, environment, sum(held) AS held, count(*) AS subscriptions,
            greatest(1, least(${senders}::bigint / ${LARGEST_SHARE}::bigint, ${senders}::bigint / (count(*) OVER () + 1))) AS share,
            greatest(1, ${mostBeginning(senders)}::bigint / (count(*) OVER () + 1)) - sum(beginning) AS may_begin,
            ${senders}::bigint - sum(sum(held)) OVER () AS left_of_all
          FROM busy GROUP BY tenant_id, environment
        ),
        candidates AS (
          SELECT d.id, d.due_at, o.held, o.share, o.may_begin, o.left_of_all,
            row_number() OVER (PARTITION BY o.tenant_id, o.environment ORDER BY b.held + d.place, d.due_at, d.id) AS place
          FROM busy b JOIN owners o USING (tenant_id, environment),
            LATERAL (SELECT id, due_at, row_number() OVER (ORDER BY due_at, id) AS place FROM (
              SELECT d.id, d.due_at FROM webhook_deliveries d
              WHERE d.subscription_id = b.id AND ${isAsking} AND NOT ${isBehind(sql`d`, now)} ORDER BY d.due_at, d.id
              LIMIT greatest(0, least(${mostOfOne}::bigint, greatest(1, o.share / (o.subscriptions + 1))) - b.held)
              FOR NO KEY UPDATE SKIP LOCKED) picked) d
          WHERE NOT b.is_paused AND o.held < o.share AND (o.may_begin > 0 OR ${runs.length > 0}::boolean)
        ),
        chosen AS (
          SELECT id FROM (
            SELECT id, left_of_all, row_number() OVER (ORDER BY held + place, due_at, id) AS place_of_all
            FROM candidates WHERE held + place <= share AND (place <= may_begin OR id ${isOwn})
          ) ranked WHERE place_of_all <= left_of_all AND NOT ${isRestoreUnreleased}
        )
        UPDATE webhook_deliveries d SET state = ${stateAfter("give")}, since = ${now},
          handoff = d.handoff + CASE WHEN d.id ${isOwn} THEN 0 ELSE 1 END
        FROM chosen WHERE d.id = chosen.id AND ${may("give")}
        RETURNING d.id AS delivery_id, d.handoff, d.attempt`,
    );
  });
}

async function requestSlots(db: Queryable, runs: readonly AskingRun[], now: Date): Promise<void> {
  const asked = runs.map(({ deliveryId: id, run }) => ({ id, run }));
  await query(
    db,
    sql`UPDATE webhook_deliveries d SET state = ${stateAfter("ask")} FROM ${namingRows("asked", "id text, run int", asked)}
      WHERE d.id = asked.id AND d.handoff = asked.run AND ${may("ask")} AND d.due_at <= ${now}`,
  );
}

/**
 * SQL condition: an earlier event about the same authorization is due at this subscription as well, or being sent, be it for the
 * first time or again after a pause, an outage, or with a replay. The delivery waits for that attempt's end, but for no retry that
 * isn't due.
 */
function isBehind(alias: Sql, now: Date): Sql {
  return sql`(${alias}.sequence > 1 AND EXISTS (
    SELECT 1 FROM webhook_deliveries earlier
    WHERE earlier.subscription_id = ${alias}.subscription_id AND earlier.authorization_id = ${alias}.authorization_id
      AND earlier.sequence < ${alias}.sequence AND earlier.due_at <= ${now}
      AND earlier.next_attempt_at IS NOT NULL AND earlier.authorization_id IS NOT NULL))`;
}
