"use client";

import { useSyncExternalStore } from "react";
import { useIsHydrated } from "../forms/use-is-hydrated";
import { useAheadMs } from "./clock-ahead";
import { useLocale, useViewing } from "./locale";

const UTC = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const UTC_DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const EXACT_UTC = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const WEEK_S = 7 * DAY_S;
const TICK_MS = 20_000;

let hasTicked = false;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(() => {
    hasTicked = true;
    onTick();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/**
 * By the clock of what is shown. Until the first tick the time at which the server made the page: nothing that was just
 * shown changes on arrival.
 */
function useNow(): number {
  const { nowMs } = useViewing();
  const aheadMs = useAheadMs();
  const real = useSyncExternalStore(
    subscribe,
    () => (hasTicked ? Math.floor(Date.now() / TICK_MS) * TICK_MS : nowMs),
    () => nowMs,
  );
  return real + aheadMs;
}

/** `now`, `5 min ago`, `in 3 h`; beyond a week the day. */
function relative(at: Date, nowMs: number, locale: string): string {
  const seconds = Math.round((at.getTime() - nowMs) / 1000);
  const distance = Math.abs(seconds);
  const say = (amount: number, unit: string) => (seconds < 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`);
  if (distance < MINUTE_S) return seconds <= TICK_MS / 1000 ? "just now" : "in under a minute";
  if (distance < HOUR_S) return say(Math.floor(distance / MINUTE_S), "min");
  if (distance < DAY_S) return say(Math.floor(distance / HOUR_S), "h");
  if (distance < WEEK_S) return say(Math.floor(distance / DAY_S), distance < 2 * DAY_S ? "day" : "days");
  const year = at.getUTCFullYear() === new Date(nowMs).getUTCFullYear() ? undefined : ("numeric" as const);
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...(year ? { year } : {}) }).format(at);
}

interface TimeProps {
  readonly at: string;
  /**
   * `utc`: exact, in UTC. `seconds`: the same to the second, where things follow each other closely. `local`: exact, in
   * the viewer's zone, which it names. `relative`: short, for lists. `clock`: the viewer's hour, where the day stands
   * above.
   */
  readonly as?: "utc" | "seconds" | "local" | "relative" | "clock";
}

/** A moment. Whatever is shown, the exact one in UTC is a hover away. */
export function Time({ at, as = "utc" }: TimeProps) {
  const viewing = useViewing();
  const nowMs = useNow();
  const isHydrated = useIsHydrated();
  const date = new Date(at);
  const text =
    as === "utc"
      ? `${UTC.format(date)} UTC`
      : as === "seconds"
        ? EXACT_UTC.format(date)
        : as === "relative"
          ? relative(date, nowMs, viewing.locale)
          : inZone(date, as, viewing.locale, isHydrated ? undefined : (viewing.zone ?? "UTC"));
  return (
    // A browser may space and punctuate otherwise than the server does: either is right.
    <time dateTime={at} title={EXACT_UTC.format(date)} className="whitespace-nowrap" suppressHydrationWarning>
      {text}
    </time>
  );
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const LOCAL = { day: "numeric", month: "short", year: "numeric", ...CLOCK, timeZoneName: "short" } as const;

/** `timeZone` undefined: the browser's own. */
function inZone(date: Date, as: "local" | "clock", locale: string, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat(locale, { ...(as === "clock" ? CLOCK : LOCAL), timeZone }).format(date);
}

/**
 * A day without a time, UTC as the network counts days. `utc`: written as moments are in the tools of tenants and
 * operators.
 */
export function Day({ day, as = "local" }: { readonly day: string; readonly as?: "utc" | "local" }) {
  const locale = useLocale();
  const style = as === "utc" ? UTC_DAY : new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {style.format(new Date(day))}
    </time>
  );
}
