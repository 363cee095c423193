"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { notePageMadeAt } from "./page-made-at";
import { deviceZone, keepZone } from "./zone";

/** What the server knew of the viewer when it made the page. */
export interface Viewing {
  readonly locale: string;
  /** Its clock. */
  readonly nowMs: number;
  /** Null: the browser has not been here before. */
  readonly zone: string | null;
}

const ViewingContext = createContext<Viewing>({ locale: "en-US", nowMs: 0, zone: null });

interface ViewingProviderProps {
  readonly viewing: Viewing;
  readonly children: ReactNode;
}

/** How numbers, days and moments are written: the same on the server and in the browser, so that nothing changes on arrival. */
export function ViewingProvider({ viewing, children }: ViewingProviderProps) {
  // Before anything inside asks what time it is.
  useState(() => notePageMadeAt(viewing.nowMs));
  useEffect(() => {
    // While the page is idle: the first zone that is asked for costs a phone a tenth of a second.
    const later = window.requestIdleCallback ?? setTimeout;
    later(() => {
      const zone = deviceZone();
      if (zone !== viewing.zone) keepZone(zone);
    });
  }, [viewing.zone]);
  return <ViewingContext value={viewing}>{children}</ViewingContext>;
}

export function useViewing(): Viewing {
  return useContext(ViewingContext);
}

export function useLocale(): string {
  return useViewing().locale;
}
