"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";

export interface Waiting {
  /** Up to 20 agreement requests, and all pending charges. */
  readonly count: number;
  readonly hasMore: boolean;
  /** Set if exactly one is waiting. */
  readonly only: { readonly merchant: string; readonly href: `/${string}` } | null;
}

export function useWaiting({ isEnabled = true }: { readonly isEnabled?: boolean } = {}): Waiting {
  const trpc = useTRPC();
  const enabled = { enabled: isEnabled };
  const agreements = useQuery(trpc.wallet.agreements.list.queryOptions({ state: "pending", limit: 20 }, enabled));
  const charges = useQuery(trpc.wallet.charges.list.queryOptions(undefined, enabled));
  const waiting = [
    ...(charges.data ?? []).map(({ id, merchant }) => ({
      merchant,
      href: `/wallet/agreements/charges/${id}` as const,
    })),
    ...(agreements.data?.items ?? []).map(({ id, merchant }) => ({
      merchant,
      href: `/wallet/agreements/${id}` as const,
    })),
  ];
  const [first] = waiting;
  return {
    count: waiting.length,
    hasMore: agreements.data?.next != null,
    only: waiting.length === 1 && first ? first : null,
  };
}
