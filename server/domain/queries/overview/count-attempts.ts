import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import {
  andSplitHours,
  bucketOf,
  type Counted,
  hoursEnd,
  isInSpans,
  isOfPlace,
  isWhole,
  minutesEnd,
  NO_END,
  type Place,
} from "./counted";
import type { Spans } from "./period";
import { type HourCounts, type PlaceNow, rollUpMinutes } from "./roll-up-hours";

export interface AttemptCount {
  /** Start of an hour (of 24 h) or day, in this period or the one before. */
  readonly bucket: Date;
  readonly attempts: number;
  /** Answered with 2xx. */
  readonly arrived: number;
}

const COUNTED: Counted = { hours: sql`webhook_attempt_hours`, minutes: sql`webhook_attempt_minutes` };

/** Includes attempts for subscriptions revoked since; `more` narrows each subscription's. */
function attemptsOf(place: Place, from: Sql, until: Sql, more = sql``): Sql {
  return sql`(SELECT id FROM webhook_subscriptions WHERE ${isOfPlace(place)}) s CROSS JOIN LATERAL (
      SELECT started_at, error FROM webhook_attempts
      WHERE subscription_id = s.id AND started_at >= ${from} AND started_at < ${until} ${more}
    ) a`;
}

function countRows(place: Place, from: Sql, until: Sql): Sql {
  return sql`SELECT date_trunc('minute', started_at, 'UTC') AS at,
      count(*)::int AS attempts, (count(*) - count(error))::int AS arrived
    FROM ${attemptsOf(place, from, until)} GROUP BY 1`;
}

function countNewRows(place: Place, from: Date, until: Date | typeof NO_END): Sql {
  return countRows(place, minutesEnd(COUNTED, place, from), sql`${until}`);
}

/** Counts after the last counted hour: from minutes, then from rows. */
function sinceHours(place: Place, from: Date, until: Date | typeof NO_END): Sql {
  return sql`SELECT minute AS at, attempts, arrived FROM webhook_attempt_minutes
    WHERE ${isOfPlace(place)} AND minute >= ${hoursEnd(COUNTED, place, from)} AND minute < ${until}
    UNION ALL ${countNewRows(place, from, until)}`;
}

const ATTEMPT_HOURS: HourCounts = {
  ...COUNTED,
  first: (place, from, until) =>
    sql`SELECT min(started_at) AS at FROM ${attemptsOf(place, sql`${from}`, sql`${until}`, sql`ORDER BY started_at LIMIT 1`)}`,
  countHours: (place, from, until) =>
    sql`INSERT INTO webhook_attempt_hours (tenant_id, environment, hour, attempts, arrived)
      SELECT ${place.tenantId}, ${place.environment}::environment, date_trunc('hour', at, 'UTC') AS hour,
        sum(attempts)::int, sum(arrived)::int
      FROM (${sinceHours(place, from, until)}) counted GROUP BY 3 ORDER BY 3 ON CONFLICT DO NOTHING`,
  countMinutes: (place, from, until) =>
    sql`INSERT INTO webhook_attempt_minutes (tenant_id, environment, minute, attempts, arrived)
      SELECT ${place.tenantId}, ${place.environment}::environment, at, attempts, arrived
      FROM (${countNewRows(place, from, until)}) counted ORDER BY 3 ON CONFLICT DO NOTHING`,
  forgetMinutes: (place) =>
    sql`DELETE FROM webhook_attempt_minutes WHERE ctid IN (SELECT ctid FROM webhook_attempt_minutes
      WHERE ${isOfPlace(place)} AND minute < ${hoursEnd(COUNTED, place)} FOR UPDATE SKIP LOCKED)`,
};

/** Without `until`, includes what the place's clock has dated ahead. */
export async function countAttempts(
  place: PlaceNow,
  spans: Spans,
  until: Date | typeof NO_END = NO_END,
): Promise<AttemptCount[]> {
  const { beforeStart } = spans;
  await rollUpMinutes(place, ATTEMPT_HOURS);
  return query<AttemptCount>(
    getPool(),
    sql`WITH counted AS (
        SELECT hour AS at, attempts, arrived FROM webhook_attempt_hours
        WHERE ${isOfPlace(place)} AND hour >= ${beforeStart} AND hour < ${until} AND ${isWhole(sql`hour`, spans)}
        UNION ALL ${sinceHours(place, beforeStart, until)}
        ${andSplitHours(COUNTED, place, spans, (from, until) => countRows(place, from, until))}
      )
      SELECT ${bucketOf(sql`at`, spans)} AS bucket,
        sum(attempts)::int AS attempts, sum(arrived)::int AS arrived
      FROM counted WHERE ${isInSpans(sql`at`, spans)}
      GROUP BY 1 ORDER BY 1`,
  );
}
