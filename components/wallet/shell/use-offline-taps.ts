import { useRouter } from "next/navigation";
import { useOffline } from "next/offline";
import { useEffect } from "react";
import { noteFailure, useConnection } from "@/components/ui/connection/connection";
import { goAway, useAway } from "@/components/ui/navigation/away";
import { isOrdinary } from "@/components/ui/navigation/ordinary";
import { endNavigation, pendingTo, useArrived } from "@/components/ui/navigation/pending";

const HOME = "/wallet";

/** The wallet page that a click leads to. Null: another destination, or a click that the browser handles. */
function pressedPage(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || !isOrdinary(event) || link.target || link.download) return null;
  const { origin, pathname, search } = new URL(link.href, location.href);
  if (origin !== location.origin || (pathname !== HOME && !pathname.startsWith(`${HOME}/`))) return null;
  return pathname + search;
}

const addressOf = ({ pathname, search }: Location) => pathname + search;

/**
 * Handles clicks itself while offline: the router would queue them, and navigate when the network is back. Also takes over a
 * navigation that was pending when the connection was lost.
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
      // Replaces the router's pending navigation.
      router.replace(addressOf(location), { scroll: false });
    };
    if (isOffline) takeBack();
    // In the capture phase, before the listener that ends the pending navigation.
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
    // In the capture phase, before the router, which ignores prevented clicks.
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
