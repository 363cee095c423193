import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { DAY_MS, dayOf, HOUR_MS, hourOf } from "@/server/platform/clock";

/** Longer than any statement or attempt runs: what began in an hour is committed by then. */
const LATE_MS = 5 * 60_000;
/** Two of the longest periods, and a day. */
const MAX_DAYS = 61;

export type Place = Pick<StaffCaller, "tenantId" | "environment">;

/** A place, and the time at which someone looks. */
export type PlaceNow = Place & Pick<StaffCaller, "now">;

/** What a kind of facts comes to in each hour. A fact never changes: what was counted stays right. */
export interface HourCounts {
  readonly table: Sql;
  /** When the first fact of a time happened: a query of one row, `at`. */
  readonly first: (place: Place, from: Date, until: Date) => Sql;
  /** Counts a time's hours into the table; those that are there are left. */
  readonly count: (place: Place, from: Date, until: Date) => Sql;
}

/** Whose rows of a table with `tenant_id` and `environment`. */
export function ownRows({ tenantId, environment }: Place): Sql {
  return sql`tenant_id = ${tenantId} AND environment = ${environment}::environment`;
}

/** Until when hours can be counted for good. */
export function countedUntil(now: Date): Date {
  return hourOf(new Date(now.getTime() - LATE_MS));
}

/**
 * Counts the tenant's hours that are over and not counted yet, back to what the longest period needs (decision 031).
 * The first read pays for it, once; two that count at the same time write the same. Returns until when all is counted.
 */
export async function rollUpHours(place: PlaceNow, { table, first, count }: HourCounts): Promise<Date> {
  const until = countedUntil(place.now);
  const [last] = await query<{ hour: Date | null }>(
    getPool(),
    sql`SELECT max(hour) AS hour FROM ${table} WHERE ${ownRows(place)}`,
  );
  const floor = dayOf(place.now).getTime() - MAX_DAYS * DAY_MS;
  let from = new Date(Math.max(floor, last?.hour ? last.hour.getTime() + HOUR_MS : 0));
  // A day at a time, oldest first: what is counted stays counted should a later day take too long.
  for (let day = 0; day <= MAX_DAYS && from < until; day += 1) {
    const [next] = await query<{ at: Date | null }>(getPool(), first(place, from, until));
    if (!next?.at) break;
    const start = hourOf(next.at);
    const end = new Date(Math.min(start.getTime() + DAY_MS, until.getTime()));
    await query(getPool(), count(place, start, end));
    from = end;
  }
  return until;
}
