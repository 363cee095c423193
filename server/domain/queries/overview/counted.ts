import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { Spans } from "./period";

export type Place = Pick<StaffCaller, "tenantId" | "environment">;

export interface Counted {
  readonly hours: Sql;
  readonly minutes: Sql;
}

/** No end, so that rows dated ahead by fast clocks are included. */
export const NO_END = "infinity";

export function isOfPlace({ tenantId, environment }: Place): Sql {
  return sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
}

/**
 * SQL: the end of a place's counted hours, but no earlier than `from`. The same query reads on from there, so it sees each
 * fact once, whatever others count or delete meanwhile, and however far a replica lags.
 */
export function hoursEnd({ hours }: Counted, place: Place, from?: Date): Sql {
  return sql`greatest(${from ?? null}::timestamptz,
    (SELECT max(hour) + interval '1 hour' FROM ${hours} WHERE ${isOfPlace(place)}))`;
}

/** SQL: the end of the counted minutes, which follow the hours. */
export function minutesEnd(counted: Counted, place: Place, from: Date): Sql {
  return sql`greatest(${hoursEnd(counted, place, from)},
    (SELECT max(minute) + interval '1 minute' FROM ${counted.minutes} WHERE ${isOfPlace(place)}))`;
}

/** SQL: the start of the bucket that a moment is in. */
export function bucketOf(at: Sql, { beforeBuckets, buckets, end }: Spans): Sql {
  const starts = sql`${[...beforeBuckets, ...buckets, end]}::timestamptz[]`;
  return sql`(${starts})[width_bucket(${at}, ${starts})]`;
}

export function isInSpans(at: Sql, { start, beforeStart, beforeLastHour }: Spans): Sql {
  return sql`${at} >= ${beforeStart} AND (${at} >= ${start} OR date_trunc('hour', ${at}, 'UTC') <= ${beforeLastHour})`;
}

/** SQL condition: an hour is in one bucket as a whole. */
export function isWhole(hour: Sql, { splitHours }: Spans): Sql {
  return splitHours.length === 0 ? sql`true` : sql`${hour} <> ALL(${splitHours}::timestamptz[])`;
}

/** SQL: ` UNION ALL` of counted hours that span two buckets, recounted from rows; `count` gets the start and end of each. */
export function andSplitHours(
  counted: Counted,
  place: Place,
  spans: Spans,
  count: (from: Sql, until: Sql) => Sql,
): Sql {
  const { splitHours, beforeStart } = spans;
  if (splitHours.length === 0) return sql``;
  const until = sql`least(split.hour + interval '1 hour', ${hoursEnd(counted, place, beforeStart)})`;
  return sql`UNION ALL SELECT c.* FROM unnest(${splitHours}::timestamptz[]) split(hour)
    CROSS JOIN LATERAL (${count(sql`split.hour`, until)}) c`;
}
