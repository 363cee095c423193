"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { noteFailure, useConnection } from "@/components/ui/connection/connection";
import { useTRPC } from "./client";
import { leaveSignedOut, restartForEachSession } from "./ended-session";
import { LiveContext, ReconnectingNotice, ReconnectionContext } from "./live-mark";

/** How often pages poll where the server can't push. */
const POLL_MS = 5_000;

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

type LiveEvent = "ready" | "changed" | "ended";

/** What a stream of changes and the polling in its place do to a page; whose changes they are, the caller says. */
function useRefresher() {
  const queryClient = useQueryClient();
  // Only while the page is looked at: browsers allow few connections, and what changed meanwhile is read on return.
  const isVisible = useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  const [isConnected, setConnected] = useState(false);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (isConnected || !isVisible) return;
    // A failure stays shown until a person tries again, or the connection is back: it must not flicker.
    const predicate = ({ state }: Query) => state.status === "success";
    const timer = setInterval(() => queryClient.invalidateQueries({ predicate }), POLL_MS);
    return () => clearInterval(timer);
  }, [isConnected, isVisible, queryClient]);
  const handlers = {
    onData: (event: LiveEvent) => {
      if (event === "ended") return leaveSignedOut();
      setConnected(true);
      setLost(false);
      void queryClient.invalidateQueries();
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
  // A stream takes a while to notice that the network is gone.
  return { isVisible, isLive: isConnected && isVisible && isOnline, isLost: isLost && !isConnected, handlers };
}

type Refresher = ReturnType<typeof useRefresher>;

interface LiveProviderProps {
  readonly refresher: Refresher;
  /** Opens the stream again. */
  readonly reset: () => void;
  readonly children: ReactNode;
}

function LiveProvider({ refresher: { isLive, isLost }, reset, children }: LiveProviderProps) {
  const queryClient = useQueryClient();
  useEffect(() => restartForEachSession(reset), [reset]);
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

/** A member's pages read again what they show whenever the server says that something changed. */
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

/** A tenant's pages read again what they show whenever something of the tenant's changed, once a second at most. */
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
