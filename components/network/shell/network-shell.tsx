"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BooksFooter } from "@/components/shared/console/books-footer";
import { networkPlaces } from "@/components/shared/console/places";
import { Shell } from "@/components/shared/console/shell";
import { useTRPC } from "@/components/trpc/client";
import { PageClock } from "@/components/ui/values/page-clock";
import { NetworkSwitch } from "./network-switch";
import { DemoNote } from "./own-login";
import { useFindNetworkRecords } from "./use-find-network-records";
import { useNetwork } from "./use-network";

const PROOF_POLL_MS = 60_000;

export function NetworkShell({ children }: { readonly children: ReactNode }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const { data: proof } = useQuery({ ...trpc.network.books.last.queryOptions(place), refetchInterval: PROOF_POLL_MS });
  const groups = networkPlaces().map(({ title, places }) => ({
    title,
    places: places.map((item) => ({ ...item, href: at(item.href) })),
  }));
  return (
    <Shell
      me={me}
      title="Network"
      home={at("/network/overview")}
      groups={groups}
      isTest={place.environment === "test"}
      finds={[
        { label: "Tenants with", to: (text) => at(`/network?search=${text}`) },
        { label: "Members with", to: (text) => at(`/network/members?search=${text}`) },
      ]}
      findRecords={useFindNetworkRecords()}
      top={<NetworkSwitch />}
      footer={<BooksFooter what="Books" proof={proof} href={at("/network/books")} />}
    >
      <DemoNote />
      {/* The network's days and payouts are in UTC. */}
      <PageClock zone="UTC">{children}</PageClock>
    </Shell>
  );
}
