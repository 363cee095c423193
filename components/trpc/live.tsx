"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { leaveSignedOut, useTRPC } from "./client";

/** How often pages ask by themselves, where the server can't tell them. */
const POLL_MS = 5_000;

const Live = createContext(false);

/** Whether changes come by themselves at the moment. */
export function useIsLive(): boolean {
  return useContext(Live);
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/**
 * Reads again what is on the page whenever the server says that something changed. Only while the page is looked at:
 * browsers allow few connections, and what changed meanwhile is read on return.
 */
export function LiveUpdates({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const isVisible = useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  const [isConnected, setConnected] = useState(false);
  const refresh = () => queryClient.invalidateQueries();
  useSubscription(
    trpc.live.watch.subscriptionOptions(undefined, {
      enabled: isVisible,
      onData: (event) => {
        if (event === "ended") return leaveSignedOut();
        setConnected(true);
        void refresh();
      },
      onConnectionStateChange: ({ state }) => {
        if (state !== "pending") setConnected(false);
      },
      onError: () => setConnected(false),
    }),
  );
  useEffect(() => {
    if (isConnected || !isVisible) return;
    // What failed says so until somebody tries again, or the connection is back: it must not flicker.
    const predicate = ({ state }: Query) => state.status === "success";
    const timer = setInterval(() => queryClient.invalidateQueries({ predicate }), POLL_MS);
    return () => clearInterval(timer);
  }, [isConnected, isVisible, queryClient]);
  return <Live value={isConnected && isVisible}>{children}</Live>;
}
