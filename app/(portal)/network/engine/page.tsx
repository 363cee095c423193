import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { EnginePage } from "@/components/network/engine/engine-page";
import { type PageParams, readPlace, readRunList, readValues } from "@/components/network/shell/place";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Engine" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.engine.get.queryOptions(readPlace(values))),
    queryClient.prefetchQuery(trpc.network.engine.runs.queryOptions(readRunList(values))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <EnginePage />
    </HydrationBoundary>
  );
}
