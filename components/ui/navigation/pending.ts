import { usePathname } from "next/navigation";
import { useSyncExternalStore } from "react";
import { isAwayAt, useAway } from "./away";
import { type KnownHead, knownHeadAt } from "./known-head";

interface Pending {
  /** Path and query. */
  readonly to: string;
  /** The page's head, as far as the clicked row knows it. */
  readonly head: KnownHead | null;
}

/** The pending navigation. A later one replaces it. */
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

/** Call before the router, so that the page responds at once. */
export function beginNavigation(href: string): void {
  const { origin, pathname, search } = new URL(href, location.href);
  // A link within the page is no navigation, and the router waits while the server is unreachable.
  if (origin !== location.origin || pathname + search === location.pathname + location.search) return;
  if (navigator.onLine && !isAwayAt(pathname + search)) change(pathname + search);
}

export function endNavigation(): void {
  change(null);
}

/** The target of the pending navigation. Null: none. */
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

/** The query of a pending navigation within `path`. Null: none. */
export function pendingQuery(path: string): string | null {
  if (!pending) return null;
  const [to, query = ""] = pending.to.split("?");
  return to === path ? query : null;
}

/** The current path, or the pending one. */
export function useHere(): string {
  const path = usePathname();
  const [away, pending] = [useAway(), usePending()];
  return (away ?? pending?.to)?.split("?")[0] ?? path;
}

/** True once the router is at that path. */
export function useArrived(to: string | null): boolean {
  const path = usePathname();
  return to !== null && to === path;
}
