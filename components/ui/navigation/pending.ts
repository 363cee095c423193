import { usePathname } from "next/navigation";
import { useSyncExternalStore } from "react";

/** Where a navigation under way leads: path and query. One at a time: a later one takes the place of an earlier one. */
let pending: string | null = null;
const listeners = new Set<() => void>();

function change(to: string | null): void {
  if (pending === to) return;
  pending = to;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Told before the router is: what a person sees answers at once, whenever the page comes. */
export function beginNavigation(href: string): void {
  const { origin, pathname, search } = new URL(href, location.href);
  // A place on this very page is no navigation, and the router waits where nothing can be reached.
  if (origin !== location.origin || pathname + search === location.pathname + location.search) return;
  if (navigator.onLine) change(pathname + search);
}

export function endNavigation(): void {
  change(null);
}

export function usePending(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => pending,
    () => null,
  );
}

/** The path one is at, or is on the way to. */
export function useHere(): string {
  const path = usePathname();
  return usePending()?.split("?")[0] ?? path;
}
