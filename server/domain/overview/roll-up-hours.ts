import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS, dayOf, HOUR_MS, hourOf } from "@/server/platform/clock";
import type { StaffCaller } from "../caller";

/** Longer than any statement runs: what began in an hour is committed by then. */
const LATE_MS = 5 * 60_000;
/** Two of the longest periods, and a day. */
const MAX_DAYS = 61;

/**
 * Counts the tenant's hours that are over and not counted yet, back to what the longest period needs. Whoever looks
 * first pays for it, once. What is counted (that an authorization was asked for, how much, what was answered) never
 * changes, so two who count at once write the same. Returns until when all is counted.
 */
export async function rollUpHours({ tenantId, environment, now }: StaffCaller): Promise<Date> {
  const until = hourOf(new Date(now.getTime() - LATE_MS));
  const own = sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
  const [last] = await query<{ hour: Date | null }>(
    getPool(),
    sql`SELECT max(hour) AS hour FROM authorization_hours WHERE ${own}`,
  );
  const floor = dayOf(now).getTime() - MAX_DAYS * DAY_MS;
  let from = new Date(Math.max(floor, last?.hour ? last.hour.getTime() + HOUR_MS : 0));
  // A day at a time, oldest first: what is counted stays counted should a later day take too long.
  for (let day = 0; day <= MAX_DAYS && from < until; day += 1) {
    const [next] = await query<{ at: Date | null }>(
      getPool(),
      sql`SELECT min(created_at) AS at FROM authorizations
        WHERE ${own} AND created_at >= ${from} AND created_at < ${until}`,
    );
    if (!next?.at) break;
    const start = hourOf(next.at);
    const end = new Date(Math.min(start.getTime() + DAY_MS, until.getTime()));
    await countHours({ tenantId, environment }, start, end);
    from = end;
  }
  return until;
}

async function countHours(
  { tenantId, environment }: Pick<StaffCaller, "tenantId" | "environment">,
  start: Date,
  end: Date,
): Promise<void> {
  await query(
    getPool(),
    sql`INSERT INTO authorization_hours (tenant_id, environment, hour, currency, response_code, count, amount_minor)
      SELECT ${tenantId}, ${environment}::environment, date_trunc('hour', created_at, 'UTC') AS hour, currency,
        response_code, count(*)::int, sum(amount_minor)::bigint
      FROM authorizations WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment
        AND created_at >= ${start} AND created_at < ${end}
      GROUP BY 3, 4, 5 ON CONFLICT DO NOTHING`,
  );
}
