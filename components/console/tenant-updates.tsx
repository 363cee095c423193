"use client";

import { useSubscription } from "@trpc/tanstack-react-query";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useTRPC } from "../trpc/client";
import { LiveContext, useIsLive, useRefresher } from "../trpc/live";
import { usePlace } from "./use-place";

/** A tenant's pages read again what they show whenever something of the tenant's changed, once a second at most. */
export function TenantUpdates({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { isVisible, isLive, handlers } = useRefresher();
  useSubscription(trpc.live.watchTenant.subscriptionOptions(place, { enabled: isVisible, ...handlers }));
  return <LiveContext value={isLive}>{children}</LiveContext>;
}

/** Whether what is shown changes by itself, in a quiet word. */
export function LiveWord() {
  const isLive = useIsLive();
  return (
    <span className="inline-flex items-center gap-1.5 text-12 text-muted">
      <span aria-hidden className={clsx("size-1.5 rounded-full", isLive ? "bg-good" : "bg-line-strong")} />
      {isLive ? "Live" : "Reconnecting…"}
    </span>
  );
}
