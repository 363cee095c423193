import { type Sql, sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";

/** Who may have a clock of its own. */
interface OnClock {
  readonly now: Date;
  readonly aheadMs?: number | undefined;
}

/** SQL: by how many milliseconds a tenant's clock is ahead in an environment. In live, and of most tenants, by none. */
export function aheadMsOf(tenantId: Sql, environment: Sql): Sql {
  return sql`coalesce((SELECT c.ahead_ms::float8 FROM sandbox_clocks c
    WHERE c.tenant_id = ${tenantId} AND ${environment} = 'test'), 0)`;
}

/** SQL: the same moment by the tenant's clock. */
export function ownTimeOf(at: Sql, tenantId: Sql, environment: Sql): Sql {
  return sql`(${at} + ${aheadMsOf(tenantId, environment)} * interval '1 millisecond')`;
}

/**
 * SQL: by how many milliseconds a tenant's clock was ahead when the first of its jumps began that were under way at a moment
 * of real time, or since. Null: it has not jumped since then.
 */
export function leastAheadMsSince(since: Date, tenantId: Sql, environment: Sql): Sql {
  return sql`(SELECT min(extract(epoch FROM j.from_at - j.asked_at) * 1000)::float8 FROM sandbox_jumps j
    WHERE j.tenant_id = ${tenantId} AND ${environment} = 'test' AND (j.arrived_at IS NULL OR j.arrived_at >= ${since}))`;
}

/** SQL: whether a row with `tenant_id` and `environment` is of the tenant's sandbox. Null: whosever it is. */
export function isInSandboxOf(tenantId: TenantId | null, row: Sql): Sql {
  return tenantId === null ? sql`true` : sql`(${row}.tenant_id = ${tenantId} AND ${row}.environment = 'test')`;
}

/** A moment by a clock that is so far ahead, and by how much: as a caller has them. */
export function inOwnTime(at: Date, aheadMs: number): { readonly now: Date; readonly aheadMs?: number } {
  return aheadMs === 0 ? { now: at } : { now: new Date(at.getTime() + aheadMs), aheadMs };
}

/** When it really is. */
export function realTimeOf({ now, aheadMs = 0 }: OnClock): Date {
  return aheadMs === 0 ? now : new Date(now.getTime() - aheadMs);
}

/**
 * The caller by the clock on the wall. For people and what only they see: invitations, keys, emails, logs. Whatever clock a
 * sandbox has, a link that works for a week works for a real one.
 */
export function onRealTime<Caller extends OnClock & { readonly environment: Environment }>(caller: Caller): Caller {
  return { ...caller, now: realTimeOf(caller), aheadMs: 0 };
}
