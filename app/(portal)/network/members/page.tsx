import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { MembersPage } from "@/components/network/members/members-page";
import { type PageParams, readNetworkList, readValues } from "@/components/network/shell/place";
import { MEMBER_LIST } from "@/server/contracts/lists/network";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Members" };

interface Props {
  readonly searchParams: PageParams;
}

export default async function Page({ searchParams }: Props) {
  const values = await readValues(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.members.list.queryOptions(readNetworkList(values, MEMBER_LIST))),
  ]);
  return (
    <HydrationBoundary state={state}>
      <MembersPage />
    </HydrationBoundary>
  );
}
