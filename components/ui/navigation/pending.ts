import { usePathname } from "next/navigation";
import { useSyncExternalStore } from "react";
import { isAwayAt, useAway } from "./away";
import { type KnownHead, knownHeadAt } from "./known-head";

interface Pending {
  /** Where it leads: path and query. */
  readonly to: string;
  /** Of the page there, what the row that was pressed knows. */
  readonly head: KnownHead | null;
}

/** The navigation under way. One at a time: a later one takes the place of an earlier one. */
let pending: Pending | null = null;
const listeners = new Set<() => void>();

function change(to: string | null): void {
  if ((pending?.to ?? null) === to) return;
  pending = to === null ? null : { to, head: knownHeadAt(to.split("?")[0] ?? to) };
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
  if (navigator.onLine && !isAwayAt(pathname + search)) change(pathname + search);
}

export function endNavigation(): void {
  change(null);
}

/** Where the navigation under way leads; null: there is none. */
export function pendingTo(): string | null {
  return pending?.to ?? null;
}

export function usePending(): Pending | null {
  return useSyncExternalStore(
    subscribe,
    () => pending,
    () => null,
  );
}

/** The query that a navigation within `path` leads to; null where none is under way. */
export function pendingQuery(path: string): string | null {
  if (!pending) return null;
  const [to, query = ""] = pending.to.split("?");
  return to === path ? query : null;
}

/** The path one is at, or is on the way to. */
export function useHere(): string {
  const path = usePathname();
  const [away, pending] = [useAway(), usePending()];
  return (away ?? pending?.to)?.split("?")[0] ?? path;
}

/** Whether the router is at that path by now. */
export function useArrived(to: string | null): boolean {
  const path = usePathname();
  return to !== null && to === path;
}
