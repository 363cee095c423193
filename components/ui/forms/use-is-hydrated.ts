"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False until hydrated. Before that, the browser would handle clicks natively. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
