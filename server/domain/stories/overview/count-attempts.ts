import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { Spans } from "./period";
import { type HourCounts, ownRows, type Place, rollUpHours } from "./roll-up-hours";

/** Attempts to deliver webhooks in a part of the period. */
export interface AttemptCount {
  /** Beginning of an hour (of 24 h) or of a UTC day, in the period or in the one before. */
  readonly bucket: Date;
  readonly attempts: number;
  /** Those the receiver answered with 2xx. */
  readonly arrived: number;
}

/** The tenant's attempts of a time, of subscriptions revoked since too; of each subscription all, or the first. */
function attemptsOf(place: Place, from: Date, until: Date | null, limit = sql``): Sql {
  const end = until ? sql`AND started_at < ${until}` : sql``;
  return sql`(SELECT id FROM webhook_subscriptions WHERE ${ownRows(place)}) s CROSS JOIN LATERAL (
      SELECT started_at, error FROM webhook_attempts
      WHERE subscription_id = s.id AND started_at >= ${from} ${end} ${limit}
    ) a`;
}

const COUNTS = sql`count(*)::int AS attempts, (count(*) - count(error))::int AS arrived`;

export const ATTEMPT_HOURS: HourCounts = {
  table: sql`webhook_attempt_hours`,
  first: (place, from, until) =>
    sql`SELECT min(started_at) AS at FROM ${attemptsOf(place, from, until, sql`ORDER BY started_at LIMIT 1`)}`,
  count: (place, from, until) =>
    sql`INSERT INTO webhook_attempt_hours (tenant_id, environment, hour, attempts, arrived)
      SELECT ${place.tenantId}, ${place.environment}::environment, date_trunc('hour', started_at, 'UTC') AS hour, ${COUNTS}
      FROM ${attemptsOf(place, from, until)} GROUP BY 3 ON CONFLICT DO NOTHING`,
};

export async function countAttempts(staff: StaffCaller, spans: Spans): Promise<AttemptCount[]> {
  const { unit, start, beforeStart, beforeLastHour } = spans;
  const countedUntil = await rollUpHours(staff, ATTEMPT_HOURS);
  return query<AttemptCount>(
    getPool(),
    sql`WITH counted AS (
        SELECT hour, attempts, arrived FROM webhook_attempt_hours
        WHERE ${ownRows(staff)} AND hour >= ${beforeStart} AND hour < ${countedUntil}
        UNION ALL
        SELECT date_trunc('hour', started_at, 'UTC'), ${COUNTS}
        FROM ${attemptsOf(staff, countedUntil, null)} GROUP BY 1
      )
      SELECT date_trunc(${unit}, hour, 'UTC') AS bucket,
        sum(attempts)::int AS attempts, sum(arrived)::int AS arrived
      FROM counted WHERE hour >= ${start} OR hour <= ${beforeLastHour}
      GROUP BY 1 ORDER BY 1`,
  );
}
