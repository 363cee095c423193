import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { MembersPage } from "@/components/tenant/members/members-page";
import { readList } from "@/server/contracts/lists/filters";
import { MEMBER_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Members" };

export default async function Page({ params, searchParams }: TenantPage) {
  const input = { ...(await placeIn(params)), ...readList(await readSearch(searchParams), MEMBER_LIST) };
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.members.list.queryOptions(input)),
  ]);
  return (
    <HydrationBoundary state={state}>
      <MembersPage />
    </HydrationBoundary>
  );
}
