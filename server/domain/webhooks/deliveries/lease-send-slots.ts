import { namingRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { isHeldBack } from "@/server/domain/restores";
import { isInSandboxOf, RESTING_CLOCKS } from "@/server/domain/sandbox-clock";
import { getEnv } from "@/server/platform/env";
import type { TenantId } from "@/server/platform/noun-ids";
import { isLeft, isWaiting } from "./due-deliveries";

/** Advisory lock: only one process at a time may count taken senders and take more. */
const SENDERS_LOCK = 7_236_413;
/** A tenant's largest part of all senders per environment (1/4), however quiet the others are. */
const LARGEST_SHARE = 4;
/** The part of all senders (1/8) whose attempts may be about to begin. */
const BEGINNING_SHARE = 8;
/** An attempt that hasn't begun by then is lost or its engine is down; it no longer counts as about to begin. */
const BEGINS_WITHIN_MS = 10_000;

interface Outlook {
  readonly isDue: boolean;
  /** Deliveries have failed or ended whose runs must be told. */
  readonly hasRetries: boolean;
  readonly dueAhead: readonly { readonly tenantId: TenantId; readonly aheadMs: number }[];
}

export async function lookAhead(now: Date): Promise<Outlook> {
  const [outlook] = await query<Outlook>(
    getPool(),
    sql`SELECT (SELECT next_attempt_at FROM webhook_deliveries WHERE ${isWaiting} AND next_attempt_at <= ${now}
        ORDER BY next_attempt_at LIMIT 1) IS NOT NULL AS is_due,
      EXISTS (SELECT 1 FROM webhook_deliveries WHERE ${isWaiting} AND attempt > 0 AND next_attempt_at > ${now})
        OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE ${isLeft}) AS has_retries,
      (SELECT coalesce(json_agg(json_build_object('tenantId', c.tenant_id, 'aheadMs', c.ahead_ms)), '[]') FROM ${RESTING_CLOCKS} c
        WHERE EXISTS (SELECT 1 FROM webhook_subscriptions s JOIN webhook_deliveries d ON d.subscription_id = s.id
          WHERE s.tenant_id = c.tenant_id AND s.environment = 'test' AND ${isWaiting}
            AND d.next_attempt_at <= ${now}::timestamptz + c.ahead_ms * interval '1 millisecond')) AS due_ahead`,
  );
  return outlook ?? { isDue: false, hasRetries: false, dueAhead: [] };
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
 * - Whoever has least is served first, then whoever has waited longest, then the oldest. First attempts about one
 *   authorization keep their order, also those of a replay.
 * - Few attempts may be about to begin, shared out by tenant in the same way; each that begins makes room for another. So no
 *   delivery queues behind hundreds of another tenant's in an engine that knows no tenants.
 *
 * Deliveries due by a sandbox clock that is ahead are leased for its tenant alone, at its time. `runs` ask at the same time, and
 * wait in their rows if it is not their turn.
 */
export async function leaseSendSlots(
  now: Date,
  sandboxOf: TenantId | null = null,
  runs: readonly AskingRun[] = [],
): Promise<SendSlot[]> {
  const own = runs.map(({ deliveryId }) => deliveryId);
  const isOwn = (id: Sql) => sql`${id} = ANY(${own}::text[])`;
  const isMeant = (subscriptionId: Sql) =>
    sandboxOf === null
      ? sql`true`
      : sql`EXISTS (SELECT 1 FROM webhook_subscriptions o WHERE o.id = ${subscriptionId} AND ${isInSandboxOf(sandboxOf, sql`o`)})`;
  const isAsking = sql`${isWaiting} AND next_attempt_at <= ${now} AND (leased_until IS NULL OR leased_until <= ${now})`;
  const { WEBHOOK_SENDERS: senders, WEBHOOK_SENDERS_PER_SUBSCRIPTION: mostOfOne } = getEnv();
  const begunSince = new Date(now.getTime() - BEGINS_WITHIN_MS);
  return inTransaction(async (db) => {
    await query(db, sql`SELECT pg_advisory_xact_lock(${SENDERS_LOCK})`);
    if (runs.length > 0) await askFor(db, runs, now);
    return query<SendSlot>(
      db,
      sql`WITH RECURSIVE waiting AS (
          (SELECT subscription_id FROM webhook_deliveries WHERE ${isWaiting} ORDER BY subscription_id LIMIT 1)
          UNION ALL
          SELECT (SELECT d.subscription_id FROM webhook_deliveries d
            WHERE ${isWaiting} AND d.subscription_id > waiting.subscription_id ORDER BY d.subscription_id LIMIT 1)
          FROM waiting WHERE waiting.subscription_id IS NOT NULL
        ),
        asking AS (
          SELECT subscription_id FROM waiting, LATERAL (SELECT 1 FROM webhook_deliveries d
            WHERE d.subscription_id = waiting.subscription_id AND ${isAsking} ORDER BY next_attempt_at LIMIT 1) due
          WHERE ${isMeant(sql`waiting.subscription_id`)}
        ),
        held AS (
          SELECT subscription_id, count(*) AS held, count(*) FILTER (
            WHERE (leased_until IS NULL OR leased_until <= ${now}) AND handed_over_at > ${begunSince}) AS beginning
          FROM webhook_deliveries WHERE has_sender AND NOT (${isAsking}) GROUP BY 1
        ),
        busy AS (
          SELECT s.id, s.tenant_id, s.environment, coalesce(held.held, 0) AS held, coalesce(held.beginning, 0) AS beginning
          FROM (SELECT subscription_id AS id FROM asking UNION SELECT subscription_id FROM held) b
          JOIN webhook_subscriptions s USING (id) LEFT JOIN held ON held.subscription_id = s.id
        ),
        owners AS (
          SELECT tenant_id, environment, sum(held) AS held, count(*) AS subscriptions,
            greatest(1, least(${senders}::bigint / ${LARGEST_SHARE}::bigint, ${senders}::bigint / (count(*) OVER () + 1))) AS share,
            greatest(1, ${senders}::bigint / ${BEGINNING_SHARE}::bigint / (count(*) OVER () + 1)) - sum(beginning) AS may_begin,
            ${senders}::bigint - sum(sum(held)) OVER () AS left_of_all
          FROM busy GROUP BY tenant_id, environment
        ),
        candidates AS (
          SELECT d.id, d.next_attempt_at, o.held, o.share, o.may_begin, o.left_of_all,
            row_number() OVER (PARTITION BY o.tenant_id, o.environment
              ORDER BY b.held + d.place, d.next_attempt_at, d.id) AS place
          FROM busy b JOIN owners o USING (tenant_id, environment),
            LATERAL (SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, id) AS place FROM (
              SELECT id, next_attempt_at FROM webhook_deliveries asked
              WHERE subscription_id = b.id AND ${isAsking} AND NOT ${isBehind(sql`asked`)} ORDER BY next_attempt_at, id
              LIMIT greatest(0, least(${mostOfOne}::bigint, greatest(1, o.share / (o.subscriptions + 1))) - b.held)
              FOR NO KEY UPDATE SKIP LOCKED) picked) d
          WHERE o.held < o.share AND (o.may_begin > 0 OR ${runs.length > 0}::boolean) AND ${isMeant(sql`b.id`)}
        ),
        chosen AS (
          SELECT id FROM (
            SELECT id, left_of_all, row_number() OVER (ORDER BY held + place, next_attempt_at, id) AS place_of_all
            FROM candidates WHERE held + place <= share AND (place <= may_begin OR ${isOwn(sql`id`)})
          ) ranked WHERE place_of_all <= left_of_all AND NOT ${isHeldBack}
        )
        UPDATE webhook_deliveries d SET has_sender = true, handed_over_at = ${now},
          handoff = d.handoff + CASE WHEN ${isOwn(sql`d.id`)} THEN 0 ELSE 1 END
        FROM chosen WHERE d.id = chosen.id
        RETURNING d.id AS delivery_id, d.handoff, d.attempt`,
    );
  });
}

async function askFor(db: Queryable, runs: readonly AskingRun[], now: Date): Promise<void> {
  await query(
    db,
    sql`UPDATE webhook_deliveries d SET handed_over_at = NULL
      FROM ${namingRows(
        "asked",
        "id text, run int",
        runs.map(({ deliveryId: id, run }) => ({ id, run })),
      )}
      WHERE d.id = asked.id AND d.handoff = asked.run AND d.handed_over_at IS NOT NULL AND NOT d.has_sender
        AND NOT d.is_deferred AND d.next_attempt_at <= ${now}`,
  );
}

/**
 * SQL condition: an earlier event about the same authorization has not had its first attempt at this subscription yet, or its
 * first one since a replay. The delivery waits for that attempt's end, but for no retry. A pause stops both, so deferred
 * deliveries keep their order.
 */
function isBehind(alias: Sql): Sql {
  return sql`(${alias}.attempt = ${alias}.ordered_attempt AND ${alias}.sequence > 1 AND EXISTS (
    SELECT 1 FROM webhook_deliveries earlier
    WHERE earlier.subscription_id = ${alias}.subscription_id AND earlier.authorization_id = ${alias}.authorization_id
      AND earlier.sequence < ${alias}.sequence AND earlier.attempt = earlier.ordered_attempt
      AND earlier.next_attempt_at IS NOT NULL AND earlier.authorization_id IS NOT NULL))`;
}
