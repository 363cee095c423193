"use client";

import { clsx } from "clsx";
import { createContext, useContext } from "react";
import { useConnection } from "@/components/ui/connection/connection";

export const LiveContext = createContext(false);

/** Whether changes come by themselves at the moment. */
function useIsLive(): boolean {
  return useContext(LiveContext);
}

interface Reconnection {
  /** The connection was there, or could not be made. Until it is back, pages ask every few seconds. */
  readonly isLost: boolean;
  /** Connects again at once. */
  readonly retry: () => void;
}

export const ReconnectionContext = createContext<Reconnection>({ isLost: false, retry: () => undefined });

function useReconnection(): Reconnection {
  return useContext(ReconnectionContext);
}

/** A dot while the page updates by itself. Its room is kept while it doesn't, so that nothing moves when that changes. */
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

/** Says over the page, where nothing has to make room, that changes no longer arrive by themselves. */
export function ReconnectingNotice() {
  const { isLost, retry } = useReconnection();
  // The band above the page says more where nothing can be reached at all.
  const isOnline = useConnection() === "online";
  if (!isLost || !isOnline) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(8.75rem+env(safe-area-inset-bottom))] z-30 flex justify-center px-4 lg:bottom-6">
      <div className="pointer-events-auto flex items-center gap-3 rounded-full border border-line bg-page py-1 pr-1 pl-4 text-13 text-muted shadow-lg">
        <span role="status" className="flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-full bg-warn" /> Reconnecting…
        </span>
        <button
          type="button"
          onClick={retry}
          className="min-h-8 rounded-full px-3 font-medium text-accent hover:bg-hover"
        >
          Try now
        </button>
      </div>
    </div>
  );
}
