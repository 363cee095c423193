"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { notePageMadeAt } from "./page-made-at";
import { deviceZone, storeZone } from "./zone";

export interface Viewing {
  readonly locale: string;
  readonly nowMs: number;
  /** Null: unknown on the first visit. */
  readonly zone: string | null;
}

const ViewingContext = createContext<Viewing>({ locale: "en-US", nowMs: 0, zone: null });

interface ViewingProviderProps {
  readonly viewing: Viewing;
  readonly children: ReactNode;
}

/**
 * The viewer's locale, time, and zone, the same on the server and in the browser, so that hydration doesn't change any text.
 */
export function ViewingProvider({ viewing, children }: ViewingProviderProps) {
  // Before any child asks for the time.
  useState(() => notePageMadeAt(viewing.nowMs));
  useEffect(() => {
    // While idle: the first use of a time zone takes a phone a tenth of a second.
    const later = window.requestIdleCallback ?? setTimeout;
    later(() => {
      const zone = deviceZone();
      if (zone !== viewing.zone) storeZone(zone);
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
