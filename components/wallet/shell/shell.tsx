"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useRouter } from "next/navigation";
import { useOffline } from "next/offline";
import { type ReactNode, useEffect } from "react";
import { BrandStyle } from "@/components/shared/brand/brand-style";
import { formatAhead } from "@/components/shared/clock/format-ahead";
import { NotificationsMenu } from "@/components/shared/notifications/notifications-menu";
import { PersonMenu } from "@/components/shared/person/person-menu";
import { WhereYouBelong } from "@/components/shared/person/where-you-belong";
import { useTRPC } from "@/components/trpc/client";
import { noteFailure, useConnection } from "@/components/ui/connection/connection";
import { Brand } from "@/components/ui/layout/brand";
import { SkipToContent } from "@/components/ui/layout/skip-to-content";
import { goAway, useAway } from "@/components/ui/navigation/away";
import { isOrdinary } from "@/components/ui/navigation/ordinary";
import { PageContent } from "@/components/ui/navigation/page-content";
import { endNavigation, pendingTo, useArrived } from "@/components/ui/navigation/pending";
import { PageClock } from "@/components/ui/values/page-clock";
import { useWaiting } from "../charges/use-waiting";
import { CodeDeskProvider } from "../codes/code-desk";
import { RescueNotice } from "../rescues/rescue-notice";
import { CachedPage, useKeepPages } from "./cached-page";
import { BottomBar, SideNav } from "./nav";
import { skeletonFor } from "./skeleton-for";

export function WalletShell({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const member = me?.member;
  const isMember = member != null;
  const waiting = useWaiting({ isEnabled: isMember });
  const away = useOfflineTaps();
  useKeepPages();
  if (me && !isMember) return <WhereYouBelong me={me} />;
  return (
    <PageClock aheadMs={member?.clockAheadMs ?? 0}>
      {/* Remount for another member, so that codes don't carry over. */}
      <CodeDeskProvider key={member?.memberId ?? ""}>
        <BrandStyle tones={member?.looks.tones} />
        <div className="lg:grid lg:min-h-dvh lg:grid-cols-[14.5rem_minmax(0,1fr)]">
          <SkipToContent />
          <aside className="sticky top-(--band) hidden h-[calc(100dvh-var(--band))] flex-col gap-6 border-r border-line p-4 lg:flex">
            <div className="flex items-center justify-between gap-2 pl-3">
              <Brand href="/wallet" name={member?.tenantTitle} logo={member?.looks.logo} />
              <NotificationsMenu />
            </div>
            <SideNav waiting={waiting} />
            <div className="mt-auto">{me ? <PersonMenu me={me} isCompact={false} /> : null}</div>
          </aside>
          <div className="min-w-0">
            {member?.environment === "test" ? (
              <section aria-label="Environment" className="bg-warn-fill">
                <p className="flex items-center justify-center gap-1.5 py-1 text-12 font-medium text-warn">
                  <FlaskConical aria-hidden className="size-3.5 shrink-0" />
                  <span>
                    Test data: no real money
                    {member.clockAheadMs > 0 ? ` · Clock ${formatAhead(member.clockAheadMs)} ahead` : null}
                  </span>
                </p>
              </section>
            ) : null}
            <header className="flex h-14 items-center justify-between gap-4 px-4 lg:hidden">
              <Brand href="/wallet" name={member?.tenantTitle} logo={member?.looks.logo} />
              <div className="flex items-center">
                <NotificationsMenu />
                {me ? <PersonMenu me={me} isCompact /> : null}
              </div>
            </header>
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto w-full max-w-[62.5rem] outline-none px-4 pt-2 pb-40 lg:px-10 lg:pt-10 lg:pb-16"
            >
              {isMember ? <RescueNotice /> : null}
              <PageContent
                skeletonFor={skeletonFor}
                instead={away === null ? null : <CachedPage key={away} to={away} />}
              >
                {children}
              </PageContent>
            </main>
          </div>
          <BottomBar waiting={waiting} />
        </div>
      </CodeDeskProvider>
    </PageClock>
  );
}

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
function useOfflineTaps(): string | null {
  const router = useRouter();
  const isRouterOffline = useOffline();
  const isOffline = useConnection() !== "online" || isRouterOffline;
  const away = useAway();
  const isArrived = useArrived(away);
  useEffect(() => {
    if (isRouterOffline) void noteFailure();
  }, [isRouterOffline]);
  useEffect(() => {
    const takeOver = () => {
      const to = pendingTo();
      if (to === null) return;
      goAway(to);
      endNavigation();
      // Replaces the router's pending navigation.
      router.replace(addressOf(location), { scroll: false });
    };
    if (isOffline) takeOver();
    // In the capture phase, before the listener that ends the pending navigation.
    addEventListener("offline", takeOver, { capture: true });
    return () => removeEventListener("offline", takeOver, { capture: true });
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
