"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { leaveSignedOut, useTRPC } from "./client";

/** How often pages ask by themselves, where the server can't tell them. */
const POLL_MS = 5_000;

export const LiveContext = createContext(false);

/** Whether changes come by themselves at the moment. */
export function useIsLive(): boolean {
  return useContext(LiveContext);
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

type LiveEvent = "ready" | "changed" | "ended";

/** What a stream of changes and the polling in its place do to a page; whose changes they are, the caller says. */
export function useRefresher() {
  const queryClient = useQueryClient();
  // Only while the page is looked at: browsers allow few connections, and what changed meanwhile is read on return.
  const isVisible = useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    if (isConnected || !isVisible) return;
    // What failed says so until somebody tries again, or the connection is back: it must not flicker.
    const predicate = ({ state }: Query) => state.status === "success";
    const timer = setInterval(() => queryClient.invalidateQueries({ predicate }), POLL_MS);
    return () => clearInterval(timer);
  }, [isConnected, isVisible, queryClient]);
  const handlers = {
    onData: (event: LiveEvent) => {
      if (event === "ended") return leaveSignedOut();
      setConnected(true);
      void queryClient.invalidateQueries();
    },
    onConnectionStateChange: ({ state }: { readonly state: string }) => {
      if (state !== "pending") setConnected(false);
    },
    onError: () => setConnected(false),
  };
  return { isVisible, isLive: isConnected && isVisible, handlers };
}

/** A member's pages read again what they show whenever the server says that something changed. */
export function LiveUpdates({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const { isVisible, isLive, handlers } = useRefresher();
  useSubscription(trpc.live.watch.subscriptionOptions(undefined, { enabled: isVisible, ...handlers }));
  return <LiveContext value={isLive}>{children}</LiveContext>;
}
