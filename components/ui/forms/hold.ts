"use client";

import { createContext, useContext, useLayoutEffect } from "react";

/** Starts a hold and returns the function that ends it. Outside of a dialog it does nothing. */
export const HoldContext = createContext<() => () => void>(() => () => undefined);

/**
 * Keeps the surrounding dialog open while a request is in flight: closing it would neither cancel the request nor show its
 * result.
 */
export function useHoldingDialog(isBusy: boolean): void {
  const hold = useContext(HoldContext);
  // A layout effect, so that it applies before the next input event.
  useLayoutEffect(() => (isBusy ? hold() : undefined), [isBusy, hold]);
}
