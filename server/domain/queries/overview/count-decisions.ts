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

/** `00` is an approval; amounts are minor units. */
export interface DecisionCount {
  /** Start of an hour (of 24 h) or day, in this period or the one before. */
  readonly bucket: Date;
  readonly currency: string;
  readonly responseCode: string;
  readonly count: number;
  readonly amountMinor: bigint;
}

const COUNTED: Counted = { hours: sql`authorization_hours`, minutes: sql`authorization_minutes` };

function countRows(place: Place, from: Sql, until: Sql): Sql {
  return sql`SELECT date_trunc('minute', created_at, 'UTC') AS at, currency, response_code,
      count(*)::int AS count, sum(amount_minor)::bigint AS amount_minor
    FROM authorizations WHERE ${isOfPlace(place)} AND created_at >= ${from} AND created_at < ${until} GROUP BY 1, 2, 3`;
}

function countNewRows(place: Place, from: Date, until: Date | typeof NO_END): Sql {
  return countRows(place, minutesEnd(COUNTED, place, from), sql`${until}`);
}

/** Counts after the last counted hour: from minutes, then from rows. */
function sinceHours(place: Place, from: Date, until: Date | typeof NO_END): Sql {
  return sql`SELECT minute AS at, currency, response_code, count, amount_minor FROM authorization_minutes
    WHERE ${isOfPlace(place)} AND minute >= ${hoursEnd(COUNTED, place, from)} AND minute < ${until}
    UNION ALL ${countNewRows(place, from, until)}`;
}

const AUTHORIZATION_HOURS: HourCounts = {
  ...COUNTED,
  first: (place, from, until) =>
    sql`SELECT min(created_at) AS at FROM authorizations
      WHERE ${isOfPlace(place)} AND created_at >= ${from} AND created_at < ${until}`,
  countHours: (place, from, until) =>
    sql`INSERT INTO authorization_hours (tenant_id, environment, hour, currency, response_code, count, amount_minor)
      SELECT ${place.tenantId}, ${place.environment}::environment, date_trunc('hour', at, 'UTC') AS hour,
        currency, response_code, sum(count)::int, sum(amount_minor)::bigint
      FROM (${sinceHours(place, from, until)}) counted GROUP BY 3, 4, 5 ORDER BY 3, 4, 5 ON CONFLICT DO NOTHING`,
  countMinutes: (place, from, until) =>
    sql`INSERT INTO authorization_minutes (tenant_id, environment, minute, currency, response_code, count, amount_minor)
      SELECT ${place.tenantId}, ${place.environment}::environment, at, currency, response_code, count, amount_minor
      FROM (${countNewRows(place, from, until)}) counted ORDER BY 3, 4, 5 ON CONFLICT DO NOTHING`,
  forgetMinutes: (place) =>
    sql`DELETE FROM authorization_minutes WHERE ctid IN (SELECT ctid FROM authorization_minutes
      WHERE ${isOfPlace(place)} AND minute < ${hoursEnd(COUNTED, place)} FOR UPDATE SKIP LOCKED)`,
};

/** Without `until`, includes what the place's clock has dated ahead. */
export async function countDecisions(
  place: PlaceNow,
  spans: Spans,
  until: Date | typeof NO_END = NO_END,
): Promise<DecisionCount[]> {
  const { beforeStart } = spans;
  await rollUpMinutes(place, AUTHORIZATION_HOURS);
  return query<DecisionCount>(
    getPool(),
    sql`WITH counted AS (
        SELECT hour AS at, currency, response_code, count, amount_minor FROM authorization_hours
        WHERE ${isOfPlace(place)} AND hour >= ${beforeStart} AND hour < ${until} AND ${isWhole(sql`hour`, spans)}
        UNION ALL ${sinceHours(place, beforeStart, until)}
        ${andSplitHours(COUNTED, place, spans, (from, until) => countRows(place, from, until))}
      )
      SELECT ${bucketOf(sql`at`, spans)} AS bucket, currency, response_code,
        sum(count)::int AS count, sum(amount_minor)::bigint AS amount_minor
      FROM counted WHERE ${isInSpans(sql`at`, spans)}
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
}
