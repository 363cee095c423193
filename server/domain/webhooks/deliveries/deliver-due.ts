import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isHeldBack } from "@/server/domain/restores";
import { inOwnTime, isInSandboxOf } from "@/server/domain/sandbox-clock";
import { now } from "@/server/platform/clock";
import { isSendingPaused } from "@/server/platform/env";
import type { TenantId } from "@/server/platform/noun-ids";
import { attemptDelivery } from "./attempt-delivery";
import { leaseSendSlots } from "./lease-send-slots";

/** Short: a hanging receiver would delay a jump of 39 hours by seven attempts. */
const TIMEOUT_MS = 3_000;
const POLL_MS = 50;
/** Longer than an attempt by another worker. Background jumps wait longer. */
const PATIENCE_MS = 12_000;
const TAKEN_BACK = 1_000;

/** Open deliveries of a tenant's sandbox that may be sent. */
const openOf = (tenantId: TenantId) => sql`webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
  WHERE ${isInSandboxOf(tenantId, sql`s`)} AND s.status <> 'paused' AND NOT d.is_deferred AND d.next_attempt_at IS NOT NULL
    AND NOT ${isHeldBack}`;

/** When a tenant's sandbox next has a delivery due, after `after` and up to `until`. */
export async function findNextDelivery(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  if (isSendingPaused()) return null;
  const [next] = await query<{ at: Date | null }>(
    getPool(),
    sql`SELECT min(d.next_attempt_at) AS at FROM ${openOf(input.sandboxOf)}
      AND d.next_attempt_at > ${input.after} AND d.next_attempt_at <= ${input.until}`,
  );
  return next?.at ?? null;
}

async function isAnyDue(tenantId: TenantId, at: Date): Promise<boolean> {
  const rows = await query(getPool(), sql`SELECT 1 FROM ${openOf(tenantId)} AND d.next_attempt_at <= ${at} LIMIT 1`);
  return rows.length > 0;
}

/** During a jump the clock makes the attempts itself; afterwards each delivery gets a new run that waits by the new time. */
async function takeFromRuns(tenantId: TenantId): Promise<void> {
  await query(
    getPool(),
    sql`WITH followed AS (
        SELECT d.id FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
        WHERE ${isInSandboxOf(tenantId, sql`s`)} AND d.next_attempt_at IS NOT NULL AND NOT d.is_deferred
          AND d.attempt > 0 AND d.handed_over_at IS NOT NULL AND NOT d.has_sender
        FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET handed_over_at = NULL FROM followed WHERE d.id = followed.id`,
  );
}

/**
 * Takes due deliveries back from their workers: the clock stood still for longer than an attempt, so the worker died or its
 * engine is down. The lease can't tell, since the clock moves faster than attempts end.
 */
async function takeBack(tenantId: TenantId, at: Date): Promise<number> {
  const rows = await query(
    getPool(),
    sql`WITH lost AS (
        SELECT d.id FROM ${openOf(tenantId)} AND d.next_attempt_at <= ${at} AND d.handed_over_at IS NOT NULL
        ORDER BY d.next_attempt_at LIMIT ${TAKEN_BACK} FOR NO KEY UPDATE OF d SKIP LOCKED
      )
      UPDATE webhook_deliveries d SET handed_over_at = NULL, has_sender = false, leased_until = NULL
      FROM lost WHERE d.id = lost.id RETURNING 1`,
  );
  return rows.length;
}

/**
 * Makes every due attempt of a tenant's sandbox here and now, and waits for those that others are making, so that a jump can
 * pass this moment. Lost attempts are repeated, so none is skipped. Ordered and shared like any other; each receiver has three
 * seconds. Stops at `until`, by `performance.now()`; the rest stays due.
 */
export async function deliverDue(input: {
  readonly sandboxOf: TenantId;
  readonly aheadMs: number;
  readonly until: number;
}): Promise<void> {
  const { sandboxOf, aheadMs, until } = input;
  if (isSendingPaused()) return;
  await takeFromRuns(sandboxOf);
  let waitsUntil = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const { now: at } = inOwnTime(now(), aheadMs);
    const given = await leaseSendSlots(at, sandboxOf);
    if (given.length > 0) {
      const attempt = { now: now(), by: "jump", timeoutMs: TIMEOUT_MS } as const;
      await Promise.all(given.map(({ deliveryId }) => attemptDelivery({ deliveryId, ...attempt })));
      waitsUntil = performance.now() + PATIENCE_MS;
      continue;
    }
    if (!(await isAnyDue(sandboxOf, at))) return;
    if (performance.now() > waitsUntil) {
      if ((await takeBack(sandboxOf, at)) === 0) return;
      waitsUntil = performance.now() + PATIENCE_MS;
    }
    await sleep(POLL_MS);
  }
}
