"use client";

import { useEffect } from "react";

/** Lets the wallet say by itself that there is no connection, where a browser can; what it shows never depends on it. */
export function InstallWorker() {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register("/wallet-worker.js", { scope: "/wallet" }).catch(() => null);
  }, []);
  return null;
}
