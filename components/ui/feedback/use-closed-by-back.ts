"use client";

import { useEffect, useEffectEvent } from "react";

/** A second entry for the page in the history, so that Back stays in this document, where it can be heard. */
function addSpareEntry(): void {
  if (!history.state?.isSpare) history.pushState({ ...history.state, isSpare: true }, "", location.href);
}

/**
 * Back calls `leave` instead of leaving the page. Browsers with the Navigation API let a page cancel a step back within the
 * document; for others the spare entry takes it.
 */
export function useClosedByBack(isOpen: boolean, leave: () => void): void {
  const back = useEffectEvent(leave);
  useEffect(() => {
    if (!isOpen) return;
    if (!("navigation" in window)) {
      addSpareEntry();
      const pop = () => back();
      addEventListener("popstate", pop);
      return () => removeEventListener("popstate", pop);
    }
    const { navigation } = window;
    const here = navigation.currentEntry?.index ?? 0;
    if (!navigation.entries()[here - 1]?.sameDocument) addSpareEntry();
    const stay = (event: NavigateEvent) => {
      const isBack =
        event.navigationType === "traverse" && event.destination.index < (navigation.currentEntry?.index ?? 0);
      if (!isBack || !event.cancelable) return;
      event.preventDefault();
      back();
    };
    navigation.addEventListener("navigate", stay);
    return () => navigation.removeEventListener("navigate", stay);
  }, [isOpen]);
}
