"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Brand } from "@/components/ui/layout/brand";
import { PageHead } from "@/components/ui/layout/page-head";
import { NotificationsMenu } from "../notifications/notifications-menu";
import { PersonMenu } from "../person/person-menu";
import { AccountSections } from "./settings-page";

export function AccountPage({ home }: { readonly home: string }) {
  const trpc = useTRPC();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  return (
    <>
      <header className="flex h-14 items-center gap-2 border-b border-line px-4">
        <div className="flex-1">
          <Brand href={home} />
        </div>
        <NotificationsMenu />
        {me ? <PersonMenu me={me} isCompact /> : null}
      </header>
      <main className="mx-auto w-full max-w-[37rem] px-4 pt-8 pb-16">
        <PageHead title="Account" {...(me ? { purpose: me.email } : {})} back={{ href: home, label: "Back" }} />
        <AccountSections me={me} />
      </main>
    </>
  );
}
