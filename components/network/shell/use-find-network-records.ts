"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Building2, Store, Users } from "lucide-react";
import { useCallback } from "react";
import { useTRPC } from "@/components/trpc/client";
import type { FoundCommand } from "@/components/ui/layout/commands";
import type { FoundNetworkRecord } from "@/server/trpc/types";
import { useNetwork } from "./use-network";

const LOOKS = {
  tenant: { icon: Building2, word: "Tenant", page: "tenants" },
  member: { icon: Users, word: "Member", page: "members" },
  merchant: { icon: Store, word: "Merchant", page: "merchants" },
} as const satisfies Readonly<Record<FoundNetworkRecord["kind"], object>>;

export function useFindNetworkRecords(): (text: string) => Promise<readonly FoundCommand[]> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { environment } = useNetwork().place;
  return useCallback(
    async (text) => {
      const ask = trpc.network.search.find.queryOptions({ environment, text });
      const { records } = await queryClient.fetchQuery(ask);
      return records.map(({ kind, id, name, of }): FoundCommand => {
        const { icon, word, page } = LOOKS[kind];
        const path = `/network/${page}/${id}`;
        return {
          ...{ key: `${kind} ${id}`, label: name, icon },
          note: kind === "tenant" ? word : `${word} of ${of}`,
          to: environment === "live" ? `${path}?environment=live` : path,
        };
      });
    },
    [trpc, queryClient, environment],
  );
}
