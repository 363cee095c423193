import { useSyncExternalStore } from "react";

/**
 * Where a person went while nothing could be reached: the router stays where it was, and knows nothing of it. What stands
 * there is the device's own.
 */
let away: string | null = null;
const listeners = new Set<() => void>();

/** Path and query; null: back to where the router is. */
export function goAway(to: string | null): void {
  if (away === to) return;
  away = to;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAway(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => away,
    () => null,
  );
}

export function isAwayAt(to: string): boolean {
  return away === to;
}
