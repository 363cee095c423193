"use client";

import { createContext, useContext, useLayoutEffect } from "react";

/** Begins a hold and returns its end. Outside of a dialog there is nothing to hold. */
export const HoldContext = createContext<() => () => void>(() => () => undefined);

/**
 * While true the dialog around can't be left: an answer is on its way, and closing would neither stop what was asked
 * for nor show what it made.
 */
export function useHoldingDialog(isBusy: boolean): void {
  const hold = useContext(HoldContext);
  // Before the next key or press is heard.
  useLayoutEffect(() => (isBusy ? hold() : undefined), [isBusy, hold]);
}
