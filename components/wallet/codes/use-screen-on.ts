"use client";

import { useEffect } from "react";

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
