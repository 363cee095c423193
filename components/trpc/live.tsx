"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { leaveSignedOut, useTRPC } from "./client";

/** How often pages ask by themselves, where the server can't tell them. */
const POLL_MS = 5_000;

interface LiveState {
  /** `starting`: the page has just come, or come back. `lost`: changes are asked for every few seconds. */
  readonly state: "starting" | "live" | "lost";
  /** Connects again at once. */
  readonly retry: () => void;
}

const Live = createContext<LiveState>({ state: "starting", retry: () => undefined });

/** Whether changes come by themselves at the moment. */
export function useLive(): LiveState {
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
  const [isLost, setLost] = useState(false);
  const refresh = () => queryClient.invalidateQueries();
  const lose = () => {
    setConnected(false);
    setLost(true);
  };
  const { reset } = useSubscription(
    trpc.live.watch.subscriptionOptions(undefined, {
      enabled: isVisible,
      onData: (event) => {
        if (event === "ended") return leaveSignedOut();
        setConnected(true);
        setLost(false);
        void refresh();
      },
      onConnectionStateChange: ({ state, error }) => {
        if (state !== "pending") setConnected(false);
        if (error) setLost(true);
      },
      onError: lose,
    }),
  );
  useEffect(() => {
    if (isConnected || !isVisible) return;
    // What failed says so until somebody tries again, or the connection is back: it must not flicker.
    const predicate = ({ state }: Query) => state.status === "success";
    const timer = setInterval(() => queryClient.invalidateQueries({ predicate }), POLL_MS);
    return () => clearInterval(timer);
  }, [isConnected, isVisible, queryClient]);
  const retry = () => {
    reset();
    void refresh();
  };
  const state = isConnected && isVisible ? "live" : isLost ? "lost" : "starting";
  return <Live value={{ state, retry }}>{children}</Live>;
}
