"use client";

import { useEffect } from "react";

/** Keeps a phone from going dark while a code is held out, where the browser can. */
export function useScreenOn(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let isShown = true;
    const lock = navigator.wakeLock.request("screen").catch(() => null);
    void lock.then((held) => (isShown ? null : held?.release()));
    return () => {
      isShown = false;
      void lock.then((held) => held?.release());
    };
  }, []);
}
