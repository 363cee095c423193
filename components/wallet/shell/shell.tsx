"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import { BrandStyle } from "@/components/shared/brand/brand-style";
import { sayAhead } from "@/components/shared/clock/say-ahead";
import { NotificationsMenu } from "@/components/shared/notifications/notifications-menu";
import { PersonMenu } from "@/components/shared/person/person-menu";
import { WhereYouBelong } from "@/components/shared/person/where-you-belong";
import { useTRPC } from "@/components/trpc/client";
import { Brand } from "@/components/ui/layout/brand";
import { SkipToContent } from "@/components/ui/layout/skip-to-content";
import { PageContent } from "@/components/ui/navigation/page-content";
import { PageClock } from "@/components/ui/values/page-clock";
import { useWaiting } from "../charges/use-waiting";
import { CodeDeskProvider } from "../codes/code-desk";
import { RescueNotice } from "../rescues/rescue-notice";
import { KeptPage, useKeepPages } from "./kept-page";
import { BottomBar, SideNav } from "./nav";
import { skeletonFor } from "./skeleton-for";
import { useOfflineTaps } from "./use-offline-taps";

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
                    {member.clockAheadMs > 0 ? ` · Clock ${sayAhead(member.clockAheadMs)} ahead` : null}
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
              <PageContent skeletonFor={skeletonFor} instead={away === null ? null : <KeptPage key={away} to={away} />}>
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
