import { getPrimaryPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { leastAheadMsSince, realTimeOf } from "@/server/domain/sandbox-clock";
import { DAY_MS, dayOf, HOUR_MS, hourOf, minuteOf } from "@/server/platform/clock";
import { type Counted, isOfPlace, type Place } from "./counted";

/** Longer than any query or attempt runs, so older rows are committed. */
const LATE_MS = 5 * 60_000;
/** Two of the longest periods, and a day. */
const MAX_DAYS = 61;

export type PlaceNow = Place & Pick<StaffCaller, "now" | "aheadMs">;

/** Facts never change, so counts stay right. */
export interface HourCounts extends Counted {
  readonly first: (place: Place, from: Date, until: Date) => Sql;
  /** Counts hours, using their counted minutes; existing counts stay. */
  readonly countHours: (place: Place, from: Date, until: Date) => Sql;
  /** Counts minutes from where the last count ended; existing counts stay. */
  readonly countMinutes: (place: Place, from: Date, until: Date) => Sql;
  /** Deletes the minutes of counted hours. */
  readonly forgetMinutes: (place: Place) => Sql;
}

interface Edges {
  readonly lastHour: Date | null;
  /** Everything before this, by the place's clock, is committed. */
  readonly settledAt: Date;
}

/** A sandbox clock may have jumped since, so uncommitted facts may be dated long before its current time. */
async function findEdges(place: PlaceNow, { hours }: Counted): Promise<Edges> {
  const lateAt = new Date(realTimeOf(place).getTime() - LATE_MS);
  const [edges] = await query<{ lastHour: Date | null; aheadMs: number | null }>(
    getPrimaryPool(),
    sql`SELECT (SELECT max(hour) FROM ${hours} WHERE ${isOfPlace(place)}) AS last_hour,
      ${leastAheadMsSince(lateAt, sql`${place.tenantId}`, sql`${place.environment}::environment`)} AS ahead_ms`,
  );
  const aheadMs = Math.min(place.aheadMs ?? 0, edges?.aheadMs ?? Number.POSITIVE_INFINITY);
  return { lastHour: edges?.lastHour ?? null, settledAt: new Date(lateAt.getTime() + aheadMs) };
}

/**
 * Counts the tenant's past, uncounted hours, back to what the longest period needs (decision 031). The first read pays for it,
 * once; concurrent counts write the same. Returns the time up to which everything is final.
 */
async function rollUpHours(place: PlaceNow, counts: HourCounts): Promise<Date> {
  const { lastHour, settledAt } = await findEdges(place, counts);
  const until = hourOf(settledAt);
  const floor = dayOf(place.now).getTime() - MAX_DAYS * DAY_MS;
  let from = new Date(Math.max(floor, lastHour ? lastHour.getTime() + HOUR_MS : 0));
  let hasCounted = false;
  // Day by day, oldest first: counts stay even if a later day times out.
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

/** Then also counts the minutes of the current hour, so that a read only covers the last few and each row is counted once. */
export async function rollUpMinutes(place: PlaceNow, counts: HourCounts): Promise<void> {
  const settledAt = await rollUpHours(place, counts);
  await query(getPrimaryPool(), counts.countMinutes(place, hourOf(settledAt), minuteOf(settledAt)));
}
