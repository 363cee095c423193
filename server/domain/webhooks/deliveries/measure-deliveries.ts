import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { isRestoreUnreleased } from "@/server/domain/restores";
import { isInSandboxOf } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";
import { isSendingPaused } from "@/server/platform/env";
import type { TenantId } from "@/server/platform/noun-ids";
import { isHeld, isOpen } from "./delivery-state";

const BEHIND_MS = 60_000;
const MAX_MEASURED = 10_000;
const MAX_OVERDUE = 1_000;
/** Consecutive attempts: a single failure is noise. */
const FAILED_ATTEMPTS = 3;
const POLL_MS = 50;

/** Both environments; each figure is counted to 10,000. */
export interface DeliveryLoad {
  /** Due, without a sender. */
  readonly due: number;
  /** Due for more than a minute. */
  readonly overdue: number;
  /** Have a sender. */
  readonly underWay: number;
  /** Failed, with a retry scheduled. */
  readonly waiting: number;
  readonly deferred: number;
  readonly oldestDueSeconds: number;
}

function count(isMeant: Sql, most: number): Sql {
  return sql`(SELECT count(*)::int FROM (SELECT 1 FROM webhook_deliveries d WHERE ${isMeant} LIMIT ${most}) counted)`;
}

const isOverdue = (at: Date) => sql`${isOpen} AND d.due_at <= ${new Date(at.getTime() - BEHIND_MS)}`;

/** Uses indexes only, whatever the number of deliveries. */
export async function measureDeliveries({ now: at }: { readonly now: Date }): Promise<DeliveryLoad> {
  const [load] = await query<DeliveryLoad>(
    getPool(),
    sql`SELECT ${count(sql`${isOpen} AND d.due_at <= ${at} AND NOT ${isHeld}`, MAX_MEASURED)} AS due,
        ${count(isOverdue(at), MAX_MEASURED)} AS overdue,
        ${count(isHeld, MAX_MEASURED)} AS under_way,
        ${count(sql`${isOpen} AND d.due_at > ${at}`, MAX_MEASURED)} AS waiting,
        ${count(sql`d.state = 'paused'`, MAX_MEASURED)} AS deferred,
        greatest(0, extract(epoch FROM ${at}::timestamptz - (SELECT d.due_at FROM webhook_deliveries d
          WHERE ${isOpen} ORDER BY d.due_at LIMIT 1))::float8) AS oldest_due_seconds`,
  );
  if (!load) throw new Error("a count without a row");
  return load;
}

/** Deliveries of both environments that are a minute late, counted to 1,000. */
export async function countOverdueDeliveries({ now: at }: Pick<OperatorCaller, "now">): Promise<number> {
  const [overdue] = await query<{ count: number }>(
    getPool(),
    sql`SELECT ${count(isOverdue(at), MAX_OVERDUE)} AS count`,
  );
  return overdue?.count ?? 0;
}

/** SQL condition: an active subscription's newest attempts have all failed. */
export function failsNow(alias: Sql): Sql {
  return sql`(${alias}.status = 'active' AND ${FAILED_ATTEMPTS}::bigint = (
    SELECT count(error) FROM (
      SELECT error FROM webhook_attempts WHERE subscription_id = ${alias}.id
      ORDER BY started_at DESC, id DESC LIMIT ${FAILED_ATTEMPTS}
    ) newest
  ))`;
}

/** Deliveries of a tenant's sandbox that may be sent. */
const openOf = (tenantId: TenantId) => sql`webhook_deliveries d JOIN webhook_subscriptions s ON s.id = d.subscription_id
  WHERE ${isInSandboxOf(tenantId, sql`s`)} AND s.status <> 'paused' AND ${isOpen} AND NOT ${isRestoreUnreleased}`;

/** When a tenant's sandbox next has a delivery due, by its clock, after `after` and up to `until`. */
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

/**
 * Waits until every due attempt of a tenant's sandbox has been made, so that a jump of its clock can pass this moment. Stops at
 * `until`, by `performance.now()`; the rest stays due.
 */
export async function awaitDueDeliveries(input: {
  readonly sandboxOf: TenantId;
  readonly until: number;
}): Promise<void> {
  while (!isSendingPaused() && performance.now() < input.until) {
    wake("deliveries");
    const due = await query(getPool(), sql`SELECT 1 FROM ${openOf(input.sandboxOf)} AND d.due_at <= ${now()} LIMIT 1`);
    if (due.length === 0) return;
    await sleep(POLL_MS);
  }
}
