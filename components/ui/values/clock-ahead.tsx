"use client";

import { createContext, type ReactNode, useContext } from "react";

const ClockContext = createContext(0);

/** By how many milliseconds the clock of what is shown is ahead: "in 3 days" is said by it. */
export function ClockAhead({ aheadMs, children }: { readonly aheadMs: number; readonly children: ReactNode }) {
  return <ClockContext value={aheadMs}>{children}</ClockContext>;
}

export function useAheadMs(): number {
  return useContext(ClockContext);
}
