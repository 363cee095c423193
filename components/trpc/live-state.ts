"use client";

import { createContext, useContext } from "react";

export const LiveContext = createContext(false);

/** Whether changes come by themselves at the moment. */
export function useIsLive(): boolean {
  return useContext(LiveContext);
}

interface Reconnection {
  /** The connection was there, or could not be made. Until it is back, pages ask every few seconds. */
  readonly isLost: boolean;
  /** Connects again at once. */
  readonly retry: () => void;
}

export const ReconnectionContext = createContext<Reconnection>({ isLost: false, retry: () => undefined });

export function useReconnection(): Reconnection {
  return useContext(ReconnectionContext);
}
