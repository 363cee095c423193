"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { noteFailure, useConnection } from "@/components/ui/connection/connection";
import { useTRPC } from "./client";
import { leaveSignedOut, restartForEachSession } from "./ended-session";
import { LiveContext, ReconnectingNotice, ReconnectionContext } from "./live-mark";
import type { LiveQueryClient } from "./live-query-client";

/** The polling interval if live updates aren't connected. */
const POLL_MS = 5_000;

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

type LiveEvent = "ready" | "changed" | "ended";

/** The client that `PortalProvider` makes. */
const useLiveQueryClient = () => useQueryClient() as LiveQueryClient;

/** How a page reacts to its live stream, and polls without one. The caller opens the stream. */
function useRefresher() {
  const queryClient = useLiveQueryClient();
  // Connects only while the page is visible: browsers limit connections, and the page refetches on return.
  const isVisible = useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  const [isConnected, setConnected] = useState(false);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (isConnected || !isVisible) return;
    // Only queries that have succeeded: an error stays visible until a retry or a reconnection, and doesn't flicker.
    const predicate = ({ state }: Query) => state.status === "success";
    const timer = setInterval(() => queryClient.invalidateQueries({ predicate }), POLL_MS);
    return () => clearInterval(timer);
  }, [isConnected, isVisible, queryClient]);
  const handlers = {
    onData: (event: LiveEvent) => {
      if (event === "ended") return leaveSignedOut();
      setConnected(true);
      setLost(false);
      queryClient.announce();
    },
    onConnectionStateChange: ({ state, error }: { readonly state: string; readonly error: unknown }) => {
      if (state !== "pending") setConnected(false);
      if (!error) return;
      setLost(true);
      void noteFailure();
    },
    onError: () => {
      setConnected(false);
      setLost(true);
    },
  };
  const isOnline = useConnection() === "online";
  // A stream notices a lost network late.
  return { isVisible, isLive: isConnected && isVisible && isOnline, isLost: isLost && !isConnected, handlers };
}

type Refresher = ReturnType<typeof useRefresher>;

interface LiveProviderProps {
  readonly refresher: Refresher;
  readonly reset: () => void;
  readonly children: ReactNode;
}

function LiveProvider({ refresher: { isLive, isLost }, reset, children }: LiveProviderProps) {
  const queryClient = useLiveQueryClient();
  useEffect(() => restartForEachSession(reset), [reset]);
  useEffect(() => {
    queryClient.isLive = isLive;
    return () => {
      queryClient.isLive = false;
    };
  }, [queryClient, isLive]);
  const retry = () => {
    reset();
    void queryClient.invalidateQueries();
  };
  return (
    <LiveContext value={isLive}>
      <ReconnectionContext value={{ isLost, retry }}>
        {children}
        <ReconnectingNotice />
      </ReconnectionContext>
    </LiveContext>
  );
}

/** Refetches the member's pages when the server reports a change. */
export function MemberUpdates({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const refresher = useRefresher();
  const { isVisible: enabled, handlers } = refresher;
  const { reset } = useSubscription(trpc.shared.live.watch.subscriptionOptions(undefined, { enabled, ...handlers }));
  return (
    <LiveProvider refresher={refresher} reset={reset}>
      {children}
    </LiveProvider>
  );
}

interface TenantUpdatesProps {
  readonly place: { readonly tenant: string; readonly environment: "live" | "test" };
  readonly children: ReactNode;
}

/** Refetches the tenant's pages when something of the tenant's changes, at most once per second. */
export function TenantUpdates({ place, children }: TenantUpdatesProps) {
  const trpc = useTRPC();
  const refresher = useRefresher();
  const { isVisible: enabled, handlers } = refresher;
  const { reset } = useSubscription(trpc.shared.live.watchTenant.subscriptionOptions(place, { enabled, ...handlers }));
  return (
    <LiveProvider refresher={refresher} reset={reset}>
      {children}
    </LiveProvider>
  );
}
