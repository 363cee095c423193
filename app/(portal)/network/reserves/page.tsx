import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { readReservesDay } from "@/components/network/reserves/reserves-day";
import { ReservesPage } from "@/components/network/reserves/reserves-page";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Reserves" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(
      trpc.network.books.reserves.queryOptions({ ...readPlace(values), ...readReservesDay(values) }),
    ),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ReservesPage />
    </HydrationBoundary>
  );
}
