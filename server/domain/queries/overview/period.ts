import { calendarDay, dayAfter, startOfDay, timeOfDay, zonedInstant } from "@/server/contracts/calendar-days";
import { HOUR_MS, hourOf } from "@/server/platform/clock";

export type OverviewPeriod = "24h" | "7d" | "30d";

const HOURS = 24;
const DAYS = { "7d": 7, "30d": 30 } as const;

/** A period that ends with the current hour or day, and the one before it. */
export interface Spans {
  readonly unit: "hour" | "day";
  /** Starts of the period's hours or days; the last is under way. */
  readonly buckets: readonly Date[];
  readonly beforeBuckets: readonly Date[];
  readonly start: Date;
  readonly beforeStart: Date;
  readonly end: Date;
  /** The last hour of the period before that corresponds to this one so far. */
  readonly beforeLastHour: Date;
  /** Hours during which a day begins, in zones that differ from UTC by a part of an hour. */
  readonly splitHours: readonly Date[];
}

/** Days are the zone's; hours are UTC's. */
export function spansOf(period: OverviewPeriod, now: Date, zone: string): Spans {
  return period === "24h" ? hoursUntil(now) : daysUntil(now, DAYS[period], zone);
}

function hoursUntil(now: Date): Spans {
  const current = hourOf(now).getTime();
  const hoursFrom = (back: number) => Array.from({ length: HOURS }, (_, i) => new Date(current + (i - back) * HOUR_MS));
  return spans("hour", hoursFrom(HOURS - 1), hoursFrom(2 * HOURS - 1), {
    end: new Date(current + HOUR_MS),
    beforeLastHour: new Date(current - HOURS * HOUR_MS),
  });
}

function daysUntil(now: Date, days: number, zone: string): Spans {
  const today = calendarDay(now, zone);
  const daysFrom = (back: number) =>
    Array.from({ length: days }, (_, i) => startOfDay(dayAfter(today, i - back), zone));
  return spans("day", daysFrom(days - 1), daysFrom(2 * days - 1), {
    end: startOfDay(dayAfter(today), zone),
    beforeLastHour: hourOf(zonedInstant(dayAfter(today, -days), timeOfDay(now, zone), zone)),
  });
}

function spans(
  unit: Spans["unit"],
  buckets: readonly Date[],
  beforeBuckets: readonly Date[],
  ends: Pick<Spans, "end" | "beforeLastHour">,
): Spans {
  const all = [...beforeBuckets, ...buckets, ends.end];
  const [start = ends.end, beforeStart = ends.end] = [buckets[0], beforeBuckets[0]];
  const splitHours = all.filter((at) => at.getTime() % HOUR_MS !== 0).map(hourOf);
  return { unit, buckets, beforeBuckets, start, beforeStart, ...ends, splitHours };
}
