"use client";

import { clsx } from "clsx";
import { createContext, useContext } from "react";
import { useConnection } from "@/components/ui/connection/connection";
import { PlainButton } from "@/components/ui/forms/plain-button";

export const LiveContext = createContext(false);

function useIsLive(): boolean {
  return useContext(LiveContext);
}

interface Reconnection {
  /** The connection failed or was lost. Until it is back, pages poll. */
  readonly isLost: boolean;
  readonly retry: () => void;
}

export const ReconnectionContext = createContext<Reconnection>({ isLost: false, retry: () => undefined });

function useReconnection(): Reconnection {
  return useContext(ReconnectionContext);
}

/** A dot while live updates are connected. It keeps its space otherwise, so that nothing shifts. */
export function LiveMark() {
  const isLive = useIsLive();
  return (
    <span
      title={isLive ? "Updates by itself" : undefined}
      className={clsx("relative inline-flex size-2 shrink-0 rounded-full bg-good", isLive ? "visible" : "invisible")}
    >
      <span className="sr-only">Updates by itself</span>
    </span>
  );
}

/** Overlays the page to tell that live updates are interrupted. */
export function ReconnectingNotice() {
  const { isLost, retry } = useReconnection();
  // The offline band covers the other cases.
  const isOnline = useConnection() === "online";
  if (!isLost || !isOnline) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(8.75rem+env(safe-area-inset-bottom))] z-30 flex justify-center px-4 lg:bottom-6">
      <div className="pointer-events-auto flex items-center gap-3 rounded-full border border-line bg-page py-1 pr-1 pl-4 text-13 text-muted shadow-lg">
        <span role="status" className="flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-full bg-warn" /> Reconnecting…
        </span>
        <PlainButton onClick={retry} className="min-h-8 rounded-full px-3 font-medium text-accent hover:bg-hover">
          Try now
        </PlainButton>
      </div>
    </div>
  );
}
