"use client";

import { useEffect } from "react";

/** The service worker shows an offline notice. The wallet works without it. */
export function InstallWorker() {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/wallet-worker.js", { scope: "/wallet" }).catch(() => null);
  }, []);
  return null;
}
