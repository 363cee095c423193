"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { useLazyOnHover } from "@/components/ui/layout/use-lazy-on-hover";
import { BellFace, bellOf } from "./bell-face";

/** A fallback for when live updates don't arrive. */
const ASK_EVERY_MS = 60_000;

export function NotificationsMenu() {
  const trpc = useTRPC();
  const count = useQuery(trpc.shared.notifications.count.queryOptions(undefined, { refetchInterval: ASK_EVERY_MS }));
  const { Opened, button } = useLazyOnHover(() => import("./opened-bell").then((module) => module.OpenedBell));
  const unread = count.data?.unread ?? 0;
  if (Opened) return <Opened unread={unread} />;
  return (
    <PlainButton {...button} {...bellOf(unread)} aria-haspopup="dialog">
      <BellFace unread={unread} />
    </PlainButton>
  );
}
