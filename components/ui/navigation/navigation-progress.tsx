"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { isOrdinary } from "./ordinary";
import { beginNavigation, endNavigation, usePending } from "./pending";

/** Nothing takes so long. What never arrives must not leave its skeleton behind. */
const LONGEST_MS = 15_000;

/** Hears of every link that the router follows, and shows a thin bar until its page is there. */
export function NavigationProgress() {
  const path = usePathname();
  const query = useSearchParams().toString();
  const pending = usePending();
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      // What the router follows it has taken from the browser by now; the rest is the browser's own.
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
  // It lies above every landmark of the page: a live region may, and is heard where it is.
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
