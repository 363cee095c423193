import { useSyncExternalStore } from "react";

/**
 * The page that the user opened while the server was unreachable. The router stayed on the previous page; what is shown instead
 * comes from the device.
 */
let away: string | null = null;
const listeners = new Set<() => void>();

/** Path and query. Null: back to the router's page. */
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
