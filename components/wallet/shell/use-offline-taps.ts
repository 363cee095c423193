import { useRouter } from "next/navigation";
import { useOffline } from "next/offline";
import { useEffect } from "react";
import { noteFailure, useConnection } from "@/components/ui/connection/connection";
import { goAway, useAway } from "@/components/ui/navigation/away";
import { isOrdinary } from "@/components/ui/navigation/ordinary";
import { endNavigation, pendingTo, useArrived } from "@/components/ui/navigation/pending";

const HOME = "/wallet";

/** The page of the wallet that a press leads to; null: it leads elsewhere, or is the browser's. */
function pressedPage(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || !isOrdinary(event) || link.target || link.download) return null;
  const { origin, pathname, search } = new URL(link.href, location.href);
  if (origin !== location.origin || (pathname !== HOME && !pathname.startsWith(`${HOME}/`))) return null;
  return pathname + search;
}

const addressOf = ({ pathname, search }: Location) => pathname + search;

/**
 * Without a connection a press is answered at once, and by the device: the router would keep it and jump once the network is
 * back. What it has under way when the connection goes is answered so, too, and taken from it.
 */
export function useOfflineTaps(): string | null {
  const router = useRouter();
  const isRouterOffline = useOffline();
  const isOffline = useConnection() !== "online" || isRouterOffline;
  const away = useAway();
  const isArrived = useArrived(away);
  useEffect(() => {
    if (isRouterOffline) void noteFailure();
  }, [isRouterOffline]);
  useEffect(() => {
    const takeBack = () => {
      const to = pendingTo();
      if (to === null) return;
      goAway(to);
      endNavigation();
      // A later navigation takes the place of the one that waits.
      router.replace(addressOf(location), { scroll: false });
    };
    if (isOffline) takeBack();
    // Before those who only end what is under way.
    addEventListener("offline", takeBack, { capture: true });
    return () => removeEventListener("offline", takeBack, { capture: true });
  }, [isOffline, router]);
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const to = pressedPage(event);
      if (to === null) return;
      if (!isOffline && navigator.onLine) {
        goAway(null);
        return;
      }
      event.preventDefault();
      goAway(to === addressOf(location) ? null : to);
      scrollTo(0, 0);
    };
    const back = () => goAway(null);
    // Before the router, which leaves alone what was prevented.
    addEventListener("click", press, { capture: true });
    addEventListener("popstate", back);
    return () => {
      removeEventListener("click", press, { capture: true });
      removeEventListener("popstate", back);
    };
  }, [isOffline]);
  useEffect(() => {
    if (isArrived) goAway(null);
  }, [isArrived]);
  return isArrived ? null : away;
}
