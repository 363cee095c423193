import { HydrationBoundary, type QueryClient } from "@tanstack/react-query";
import { cookies, headers } from "next/headers";
import type { ComponentType } from "react";
import { readPlace } from "@/components/network/shell/place";
import { type PlaceParams, placeOf } from "@/components/tenant/shell/place-of";
import { listIn } from "@/components/ui/tables/list-address";
import { readZone, ZONE_COOKIE } from "@/components/ui/values/zone";
import { prefetch, type Reading } from "@/server/trpc/prefetch";

interface PageProps<Params> {
  readonly params: Promise<Params>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
}

type Read<Asked> = (trpc: Parameters<Reading>[0], queries: QueryClient, asked: Asked) => ReturnType<Reading>;

/** Pages whose first data comes with them. A query parameter that is given more than once is dropped. */
function prefetched<Params, Asked>(askedIn: (params: Params, values: URLSearchParams) => Asked | Promise<Asked>) {
  return (Page: ComponentType, read: Read<Asked>) =>
    async function PrefetchedPage({ params, searchParams }: PageProps<Params>) {
      const given = Object.entries(await searchParams).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      );
      const asked = await askedIn(await params, new URLSearchParams(given));
      const state = await prefetch(await headers(), (trpc, queries) => read(trpc, queries, asked));
      return (
        <HydrationBoundary state={state}>
          <Page />
        </HydrationBoundary>
      );
    };
}

export const walletPage = prefetched(async (_params: unknown, values) => ({
  values,
  zone: readZone((await cookies()).get(ZONE_COOKIE)?.value) ?? "UTC",
}));

/** `list`: the input of the page's list. */
export const tenantPage = prefetched((params: PlaceParams, values) => {
  const place = placeOf(params);
  return { place, values, list: { ...listIn(values), ...place } };
});

export const networkPage = prefetched((_params: unknown, values) => {
  const place = readPlace(values);
  return { place, values, list: { ...listIn(values), ...place } };
});
