import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { MemberPage } from "@/components/network/members/member-page";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Member", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: PageParams;
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const values = await readValues(searchParams);
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.members.get.queryOptions({ ...readPlace(values), id })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <MemberPage id={id} />
    </HydrationBoundary>
  );
}
