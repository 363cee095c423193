"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { isOrdinary } from "./ordinary";
import { beginNavigation, endNavigation, usePending } from "./pending";

/** A navigation that takes longer is given up, so that its skeleton doesn't stay forever. */
const LONGEST_MS = 15_000;

/** Watches clicks on links, and shows a progress bar until the page has loaded. */
export function NavigationProgress() {
  const path = usePathname();
  const query = useSearchParams().toString();
  const pending = usePending();
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      // The router has called `preventDefault` on the links that it handles.
      if (link && event.defaultPrevented && isOrdinary(event)) beginNavigation(link.href);
    };
    addEventListener("click", listen);
    addEventListener("offline", endNavigation);
    addEventListener("popstate", endNavigation);
    return () => {
      removeEventListener("click", listen);
      removeEventListener("offline", endNavigation);
      removeEventListener("popstate", endNavigation);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival is a change of the address, whatever it is
  useEffect(endNavigation, [path, query]);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(endNavigation, LONGEST_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  // A live region may be outside of all landmarks.
  return (
    <div aria-live="polite">
      {pending ? (
        <div
          role="progressbar"
          aria-label="Loading the page"
          className="pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] origin-left animate-progress bg-accent"
        />
      ) : null}
    </div>
  );
}
