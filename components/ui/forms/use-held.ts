"use client";

import { useEffect } from "react";

/** Keeps the user on a page that shows something once: Back stays here, and leaving or reloading asks first. */
export function useHeld(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    // A duplicate history entry: Back removes it, and it is added again.
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
