"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Building2, Store, Users } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useCallback } from "react";
import { BooksFooter } from "@/components/shared/console/books-footer";
import { networkPlaces } from "@/components/shared/console/places";
import { Shell } from "@/components/shared/console/shell";
import { useTRPC } from "@/components/trpc/client";
import type { FoundCommand } from "@/components/ui/layout/commands";
import { Link } from "@/components/ui/navigation/link";
import { PageClock } from "@/components/ui/values/page-clock";
import type { FoundNetworkRecord } from "@/server/trpc/types";
import { DemoNote } from "./own-login";
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

/** Merchants and members belong to one environment, so the switch leads from their pages to the list. */
function samePage(path: string): string {
  return path.replace(/^(\/network\/(?:merchants|members|payouts))\/.*$/, "$1");
}

function NetworkSwitch() {
  const path = usePathname();
  const { place } = useNetwork();
  return (
    <nav aria-label="Environment" className="grid grid-cols-2 rounded-8 border border-line bg-raised p-0.5">
      {(["live", "test"] as const).map((name) => (
        <Link
          key={name}
          href={name === "live" ? `${samePage(path)}?environment=live` : samePage(path)}
          aria-current={name === place.environment ? "true" : undefined}
          className={clsx(
            "grid h-9 place-items-center rounded-4 text-13 font-medium capitalize lg:h-7",
            name !== place.environment && "text-muted hover:text-text",
            name === place.environment && name === "test" && "bg-warn-fill text-warn",
            name === place.environment && name === "live" && "bg-page text-text shadow-[0_0_0_1px_var(--line)]",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

const RECORD_LOOKS = {
  tenant: { icon: Building2, word: "Tenant", page: "tenants" },
  member: { icon: Users, word: "Member", page: "members" },
  merchant: { icon: Store, word: "Merchant", page: "merchants" },
} as const satisfies Readonly<Record<FoundNetworkRecord["kind"], object>>;

function useFindNetworkRecords(): (text: string) => Promise<readonly FoundCommand[]> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { environment } = useNetwork().place;
  return useCallback(
    async (text) => {
      const ask = trpc.network.search.find.queryOptions({ environment, text });
      const { records } = await queryClient.fetchQuery(ask);
      return records.map(({ kind, id, name, of }): FoundCommand => {
        const { icon, word, page } = RECORD_LOOKS[kind];
        const path = `/network/${page}/${id}`;
        return {
          key: `${kind} ${id}`,
          label: name,
          icon,
          note: kind === "tenant" ? word : `${word} of ${of}`,
          to: environment === "live" ? `${path}?environment=live` : path,
        };
      });
    },
    [trpc, queryClient, environment],
  );
}
