"use client";

import { calendarDay } from "@/server/contracts/calendar-days";
import { useLocale } from "./locale";
import { useNow, useZone } from "./page-clock";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const WEEK_S = 7 * DAY_S;
const TICK_MS = 20_000;

const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
/** For the consoles, where times are compared: 24-hour time, with the date in the locale's order. */
const OF_24 = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const NAMED = { timeZoneName: "short" } as const;

interface Spoken {
  readonly zone: string;
  readonly locale: string;
  readonly nowMs: number;
}

/** `just now`, `5 min ago`, `in 3 h`; beyond a week the date, with the time if it is this year's. */
function relative(at: Date, { zone, locale, nowMs }: Spoken): string {
  const seconds = Math.round((at.getTime() - nowMs) / 1000);
  const distance = Math.abs(seconds);
  const formatTime = (amount: number, unit: string) => (seconds < 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`);
  if (distance < MINUTE_S) return seconds <= TICK_MS / 1000 ? "just now" : "in under a minute";
  if (distance < HOUR_S) return formatTime(Math.floor(distance / MINUTE_S), "min");
  if (distance < DAY_S) return formatTime(Math.floor(distance / HOUR_S), "h");
  if (distance < WEEK_S) return formatTime(Math.floor(distance / DAY_S), distance < 2 * DAY_S ? "day" : "days");
  const isThisYear = calendarDay(at, zone).slice(0, 4) === calendarDay(new Date(nowMs), zone).slice(0, 4);
  const { year, ...short } = DATE;
  return inZone(at, zone, locale, isThisYear ? { ...short, ...OF_24 } : { ...short, year });
}

type Form = "exact" | "seconds" | "local" | "relative" | "next" | "clock";

function formatTime(at: Date, as: Form, spoken: Spoken): string {
  const { zone, locale } = spoken;
  switch (as) {
    case "exact":
      return inZone(at, zone, locale, { ...DATE, ...OF_24, ...NAMED });
    case "seconds":
      return inZone(at, zone, locale, { ...DATE, ...OF_24, second: "2-digit", ...NAMED });
    case "local":
      return inZone(at, zone, locale, { ...DATE, ...CLOCK, ...NAMED });
    case "clock":
      return inZone(at, zone, locale, CLOCK);
    case "relative":
      return relative(at, spoken);
    case "next":
      return at.getTime() - spoken.nowMs < TICK_MS ? "now" : relative(at, spoken);
  }
}

function inZone(at: Date, timeZone: string, locale: string, form: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(at);
}

interface TimeProps {
  readonly at: string;
  /**
   * `exact`: in the page's zone, with the zone's name. `seconds`: the same with seconds. `local`: exact, in the locale's style.
   * `relative`: short, for lists. `next`: relative, for scheduled times; `now` once due. `clock`: the time only, where the
   * day is a heading.
   */
  readonly as?: Form;
}

/** A time. Its tooltip has the exact one in UTC. */
export function Time({ at, as = "exact" }: TimeProps) {
  const spoken = { zone: useZone(), locale: useLocale(), nowMs: useNow(TICK_MS) };
  const date = new Date(at);
  return (
    // The browser's spacing and punctuation may differ from the server's.
    <time
      dateTime={at}
      title={formatTime(date, "seconds", { ...spoken, zone: "UTC" })}
      className="whitespace-nowrap"
      suppressHydrationWarning
    >
      {formatTime(date, as, spoken)}
    </time>
  );
}

export function DayOf({ at }: { readonly at: string | number }) {
  return <Day day={calendarDay(new Date(at), useZone())} />;
}

/** A UTC day without a time, as the network counts days. `utc`: the short style of the consoles. */
export function Day({ day, as = "local" }: { readonly day: string; readonly as?: "utc" | "local" }) {
  const locale = useLocale();
  const dateStyle = as === "utc" ? "medium" : "long";
  const style = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: "UTC" });
  return (
    <time dateTime={day} className="whitespace-nowrap" suppressHydrationWarning>
      {style.format(new Date(day))}
    </time>
  );
}
