import { calendarDay, startOfDay } from "@/server/contracts/calendar-days";
import { DAY_MS } from "@/server/platform/clock";

export type Interval = "daily" | "weekly" | "monthly";

/** Something charged at most once a period. Days are midnights in UTC, as the database returns dates. */
interface Recurring {
  readonly interval: Interval | null;
  /** IANA zone that days are counted in. */
  readonly timeZone: string;
  /** First day of the first period that is not charged yet; null before the first charge. */
  readonly nextOn: Date | null;
}

/** A weekly or monthly charge may come a day before its period, since two sides' clocks and schedules rarely agree. */
const EARLY_MS: Readonly<Record<Interval, number>> = { daily: 0, weekly: DAY_MS, monthly: DAY_MS };

export function dayIn(timeZone: string, at: Date): Date {
  return new Date(`${calendarDay(at, timeZone)}T00:00:00.000Z`);
}

export function endOfDay(timeZone: string, day: Date): Date {
  return startOfDay(textOf(new Date(day.getTime() + DAY_MS)), timeZone);
}

const textOf = (day: Date) => day.toISOString().slice(0, 10);

/** Earliest time of the next charge; null means any time. */
export function dueFrom({ interval, timeZone, nextOn }: Recurring): Date | null {
  if (nextOn === null) return null;
  const earlyMs = interval === null ? 0 : EARLY_MS[interval];
  return startOfDay(textOf(new Date(nextOn.getTime() - earlyMs)), timeZone);
}

/**
 * First day of the period after the one that a charge takes; null if the next charge may come at any time. Periods are counted
 * from the day of the first charge, so that a late charge shifts none: it takes the period it falls into, or the next if that
 * one is taken.
 */
export function nextPeriodOn({ interval, timeZone, nextOn }: Recurring, firstAt: Date, at: Date): Date | null {
  if (interval === null) return null;
  const anchor = dayIn(timeZone, firstAt);
  const current = periodOf(interval, anchor, dayIn(timeZone, at));
  const taken = nextOn === null ? current : Math.max(current, periodOf(interval, anchor, nextOn));
  return startOf(interval, anchor, taken + 1);
}

/** Counted from 0. */
function periodOf(interval: Interval, anchor: Date, day: Date): number {
  const days = Math.round((day.getTime() - anchor.getTime()) / DAY_MS);
  if (interval !== "monthly") return Math.floor(days / (interval === "weekly" ? 7 : 1));
  const months = monthOf(day) - monthOf(anchor);
  return startOf(interval, anchor, months) > day ? months - 1 : months;
}

function startOf(interval: Interval, anchor: Date, period: number): Date {
  if (interval !== "monthly") return new Date(anchor.getTime() + period * (interval === "weekly" ? 7 : 1) * DAY_MS);
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + period];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(anchor.getUTCDate(), lastDay)));
}

function monthOf(day: Date): number {
  return day.getUTCFullYear() * 12 + day.getUTCMonth();
}
