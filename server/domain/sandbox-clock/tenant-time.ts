import { type Sql, sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";

interface OnClock {
  readonly now: Date;
  readonly aheadMs?: number | undefined;
}

/** SQL: milliseconds that a tenant's clock is ahead; 0 in live and for most tenants. */
export function aheadMsOf(tenantId: Sql, environment: Sql): Sql {
  return sql`coalesce((SELECT c.ahead_ms::float8 FROM sandbox_clocks c
    WHERE c.tenant_id = ${tenantId} AND ${environment} = 'test'), 0)`;
}

export function tenantTimeOf(at: Sql, tenantId: Sql, environment: Sql): Sql {
  return sql`(${at} + ${aheadMsOf(tenantId, environment)} * interval '1 millisecond')`;
}

/** SQL: the clock's lead, in ms, before the first jump that was under way at `since` (real time) or later; null if none. */
export function leastAheadMsSince(since: Date, tenantId: Sql, environment: Sql): Sql {
  return sql`(SELECT min(extract(epoch FROM j.from_at - j.asked_at) * 1000)::float8 FROM sandbox_jumps j
    WHERE j.tenant_id = ${tenantId} AND ${environment} = 'test' AND (j.arrived_at IS NULL OR j.arrived_at >= ${since}))`;
}

/** SQL condition: a row with `tenant_id` and `environment` is of the tenant's sandbox. Null matches every row. */
export function isInSandboxOf(tenantId: TenantId | null, row: Sql): Sql {
  return tenantId === null ? sql`true` : sql`(${row}.tenant_id = ${tenantId} AND ${row}.environment = 'test')`;
}

export function inOwnTime(at: Date, aheadMs: number): { readonly now: Date; readonly aheadMs?: number } {
  return aheadMs === 0 ? { now: at } : { now: new Date(at.getTime() + aheadMs), aheadMs };
}

export function realTimeOf({ now, aheadMs = 0 }: OnClock): Date {
  return aheadMs === 0 ? now : new Date(now.getTime() - aheadMs);
}

/** By real time, for what only people see: a link that is valid for a week must not depend on a sandbox clock. */
export function onRealTime<Caller extends OnClock & { readonly environment: Environment }>(caller: Caller): Caller {
  return { ...caller, now: realTimeOf(caller), aheadMs: 0 };
}
