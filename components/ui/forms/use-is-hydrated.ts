"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False until the page's scripts have taken over: what is pressed before would be sent by the browser itself. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
