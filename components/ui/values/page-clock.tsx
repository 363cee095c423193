"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import { calendarDay } from "@/server/contracts/calendar-days";
import { useIsHydrated } from "../forms/use-is-hydrated";
import { serverNow } from "./device-clock";
import { useViewing } from "./locale";
import { deviceZone } from "./zone";

interface PageTime {
  /** By how many milliseconds the clock of what is shown is ahead of real time. */
  readonly aheadMs: number;
  /** The time zone in which moments and days are said. Null: the viewer's. */
  readonly zone: string | null;
}

const PageTimeContext = createContext<PageTime>({ aheadMs: 0, zone: null });

interface PageClockProps extends Partial<PageTime> {
  readonly children: ReactNode;
}

/** By which clock and in which zone everything inside is said; what it doesn't name stays as it is outside. */
export function PageClock({ children, ...own }: PageClockProps) {
  const outside = useContext(PageTimeContext);
  const { aheadMs = outside.aheadMs, zone = outside.zone } = own;
  const time = useMemo(() => ({ aheadMs, zone }), [aheadMs, zone]);
  return <PageTimeContext value={time}>{children}</PageTimeContext>;
}

/**
 * The time, in steps of so many milliseconds from when the server made the page: by the server's clock, whatever the
 * device's says, and as far ahead as the clock of what is shown. Until the first step it is the server's very number, so
 * nothing that was just shown changes on arrival.
 */
export function useNow(everyMs: number): number {
  const { nowMs } = useViewing();
  const { aheadMs } = useContext(PageTimeContext);
  const subscribe = useCallback(
    (onTick: () => void) => {
      const timer = setInterval(onTick, everyMs);
      return () => clearInterval(timer);
    },
    [everyMs],
  );
  const realMs = useSyncExternalStore(
    subscribe,
    () => nowMs + Math.max(0, Math.floor((serverNow() - nowMs) / everyMs)) * everyMs,
    () => nowMs,
  );
  return realMs + aheadMs;
}

/** Zones by the name that the browser gives: every time on a page asks, and checking a name costs as much as the rest. */
const zones = new Map<string, string>();

function ownZone(): string {
  const said = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = zones.get(said) ?? deviceZone();
  zones.set(said, zone);
  return zone;
}

const DAY_TICK_MS = 20_000;

/** The calendar day by that clock in that zone: `2026-03-29`. */
export function useToday(): string {
  return calendarDay(new Date(useNow(DAY_TICK_MS)), useZone());
}

/** The name of the zone in which moments and days are said. The viewer's is the cookie's until the browser says it. */
export function useZone(): string {
  const { zone } = useContext(PageTimeContext);
  const { zone: known } = useViewing();
  const isHydrated = useIsHydrated();
  return zone ?? (isHydrated ? ownZone() : (known ?? "UTC"));
}
