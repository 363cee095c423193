import { getPrimaryPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { leastAheadMsSince, realTimeOf } from "@/server/domain/sandbox-clock";
import { DAY_MS, dayOf, HOUR_MS, hourOf, minuteOf } from "@/server/platform/clock";
import { type Counted, ownRows, type Place } from "./counted";

/** Longer than any statement or attempt runs: what began before is committed by then. */
const LATE_MS = 5 * 60_000;
/** Two of the longest periods, and a day. */
const MAX_DAYS = 61;

/** A place, and the time at which someone looks. */
export type PlaceNow = Place & Pick<StaffCaller, "now" | "aheadMs">;

/** What a kind of facts comes to in each hour. A fact never changes: what was counted stays right. */
export interface HourCounts extends Counted {
  /** When the first fact of a time happened: a query of one row, `at`. */
  readonly first: (place: Place, from: Date, until: Date) => Sql;
  /** Counts a time's hours, with what was counted of them by the minute; those that are there are left. */
  readonly countHours: (place: Place, from: Date, until: Date) => Sql;
  /** Counts a time's minutes from where the last count ended; those that are there are left. */
  readonly countMinutes: (place: Place, from: Date, until: Date) => Sql;
  /** Deletes the minutes of hours that are counted. */
  readonly forgetMinutes: (place: Place) => Sql;
}

/** How far something is counted, and how far it can be. */
interface Edges {
  readonly lastHour: Date | null;
  /** All that happened before it is committed, by the place's clock. */
  readonly settledAt: Date;
}

/**
 * What is under way began at most so long ago in real time. A sandbox clock may have jumped since, so it may be dated long
 * before what its tenant's clock says.
 */
async function findEdges(place: PlaceNow, { hours }: Counted): Promise<Edges> {
  const lateAt = new Date(realTimeOf(place).getTime() - LATE_MS);
  const [edges] = await query<{ lastHour: Date | null; aheadMs: number | null }>(
    getPrimaryPool(),
    sql`SELECT (SELECT max(hour) FROM ${hours} WHERE ${ownRows(place)}) AS last_hour,
      ${leastAheadMsSince(lateAt, sql`${place.tenantId}`, sql`${place.environment}::environment`)} AS ahead_ms`,
  );
  const aheadMs = Math.min(place.aheadMs ?? 0, edges?.aheadMs ?? Number.POSITIVE_INFINITY);
  return { lastHour: edges?.lastHour ?? null, settledAt: new Date(lateAt.getTime() + aheadMs) };
}

/**
 * Counts the tenant's hours that are over and not counted yet, back to what the longest period needs (decision 031).
 * The first read pays for it, once; two that count at the same time write the same. Returns until when all is settled.
 */
async function rollUpHours(place: PlaceNow, counts: HourCounts): Promise<Date> {
  const { lastHour, settledAt } = await findEdges(place, counts);
  const until = hourOf(settledAt);
  const floor = dayOf(place.now).getTime() - MAX_DAYS * DAY_MS;
  let from = new Date(Math.max(floor, lastHour ? lastHour.getTime() + HOUR_MS : 0));
  let hasCounted = false;
  // A day at a time, oldest first: what is counted stays counted should a later day take too long.
  for (let day = 0; day <= MAX_DAYS && from < until; day += 1) {
    const [next] = await query<{ at: Date | null }>(getPrimaryPool(), counts.first(place, from, until));
    if (!next?.at) break;
    const start = hourOf(next.at);
    const end = new Date(Math.min(start.getTime() + DAY_MS, until.getTime()));
    await query(getPrimaryPool(), counts.countHours(place, start, end));
    hasCounted = true;
    from = end;
  }
  if (hasCounted) await query(getPrimaryPool(), counts.forgetMinutes(place));
  return settledAt;
}

/** The same, and then the minutes of the hour under way: a look at it reads the last few, and each row is counted once. */
export async function rollUpMinutes(place: PlaceNow, counts: HourCounts): Promise<void> {
  const settledAt = await rollUpHours(place, counts);
  await query(getPrimaryPool(), counts.countMinutes(place, hourOf(settledAt), minuteOf(settledAt)));
}
