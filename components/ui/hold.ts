"use client";

import { createContext, useContext, useEffect } from "react";

/** Begins a hold and returns its end. Outside of a dialog there is nothing to hold. */
export const HoldContext = createContext<() => () => void>(() => () => undefined);

/**
 * While true the dialog around can't be left: an answer is on its way, and closing would neither stop what was asked
 * for nor show what it made.
 */
export function useHoldingDialog(isBusy: boolean): void {
  const hold = useContext(HoldContext);
  useEffect(() => (isBusy ? hold() : undefined), [isBusy, hold]);
}
