import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { Spans } from "./period";
import { type HourCounts, ownRows, rollUpHours } from "./roll-up-hours";

/** What was decided in a part of the period. `00` is an approval; amounts are minor units. */
export interface DecisionCount {
  /** Beginning of an hour (of 24 h) or of a UTC day, in the period or in the one before. */
  readonly bucket: Date;
  readonly currency: string;
  readonly responseCode: string;
  readonly count: number;
  readonly amountMinor: bigint;
}

/** That an authorization was requested, for how much, and what was answered. */
export const AUTHORIZATION_HOURS: HourCounts = {
  table: sql`authorization_hours`,
  first: (place, from, until) =>
    sql`SELECT min(created_at) AS at FROM authorizations
      WHERE ${ownRows(place)} AND created_at >= ${from} AND created_at < ${until}`,
  count: (place, from, until) =>
    sql`INSERT INTO authorization_hours (tenant_id, environment, hour, currency, response_code, count, amount_minor)
      SELECT ${place.tenantId}, ${place.environment}::environment, date_trunc('hour', created_at, 'UTC') AS hour,
        currency, response_code, count(*)::int, sum(amount_minor)::bigint
      FROM authorizations WHERE ${ownRows(place)} AND created_at >= ${from} AND created_at < ${until}
      GROUP BY 3, 4, 5 ON CONFLICT DO NOTHING`,
};

export async function countDecisions(staff: StaffCaller, spans: Spans): Promise<DecisionCount[]> {
  const { unit, start, beforeStart, beforeLastHour } = spans;
  const countedUntil = await rollUpHours(staff, AUTHORIZATION_HOURS);
  return query<DecisionCount>(
    getPool(),
    sql`WITH counted AS (
        SELECT hour, currency, response_code, count, amount_minor FROM authorization_hours
        WHERE ${ownRows(staff)} AND hour >= ${beforeStart} AND hour < ${countedUntil}
        UNION ALL
        SELECT date_trunc('hour', created_at, 'UTC'), currency, response_code, count(*), sum(amount_minor)
        FROM authorizations WHERE ${ownRows(staff)} AND created_at >= ${countedUntil} GROUP BY 1, 2, 3
      )
      SELECT date_trunc(${unit}, hour, 'UTC') AS bucket, currency, response_code,
        sum(count)::int AS count, sum(amount_minor)::bigint AS amount_minor
      FROM counted WHERE hour >= ${start} OR hour <= ${beforeLastHour}
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
}
