"use client";

import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from "react";
import { calendarDay } from "@/server/contracts/calendar-days";
import { useIsHydrated } from "../forms/use-is-hydrated";
import { serverNow } from "./device-clock";
import { useViewing } from "./locale";
import { deviceZone } from "./zone";

interface PageTime {
  /** Milliseconds by which the page's clock is ahead of real time. */
  readonly aheadMs: number;
  /** The time zone for times and days. Null: the viewer's. */
  readonly zone: string | null;
}

const PageTimeContext = createContext<PageTime>({ aheadMs: 0, zone: null });

interface PageClockProps extends Partial<PageTime> {
  readonly children: ReactNode;
}

/** Sets the clock and zone of its children; what isn't set is inherited. */
export function PageClock({ children, ...own }: PageClockProps) {
  const outside = useContext(PageTimeContext);
  const { aheadMs = outside.aheadMs, zone = outside.zone } = own;
  const time = useMemo(() => ({ aheadMs, zone }), [aheadMs, zone]);
  return <PageTimeContext value={time}>{children}</PageTimeContext>;
}

/**
 * The time by the server's clock, in steps of `everyMs`, plus the page's `aheadMs`; the device's clock doesn't matter. Until
 * the first step it is exactly the server's rendering time, so that hydration changes no text.
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

/** A cache of canonical zone names: every time on a page needs one, and validating a name is as slow as the formatting. */
const zones = new Map<string, string>();

function ownZone(): string {
  const said = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = zones.get(said) ?? deviceZone();
  zones.set(said, zone);
  return zone;
}

const DAY_TICK_MS = 20_000;

export function useToday(): string {
  return calendarDay(new Date(useNow(DAY_TICK_MS)), useZone());
}

/** The page's time zone. The viewer's own comes from the cookie until hydration, then from the browser. */
export function useZone(): string {
  const { zone } = useContext(PageTimeContext);
  const { zone: known } = useViewing();
  const isHydrated = useIsHydrated();
  return zone ?? (isHydrated ? ownZone() : (known ?? "UTC"));
}
