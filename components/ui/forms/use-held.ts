"use client";

import { useEffect } from "react";

/**
 * Keeps the page while something on it is shown once: going back stays here, and leaving or reloading asks first.
 */
export function useHeld(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    // An entry of the same address: going back takes it away, and it is put there again.
    const stay = () => history.pushState(history.state, "", location.href);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    stay();
    addEventListener("popstate", stay);
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("popstate", stay);
      removeEventListener("beforeunload", ask);
    };
  }, [isHeld]);
}
