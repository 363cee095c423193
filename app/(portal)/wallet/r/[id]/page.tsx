import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { shortId } from "@/components/ui/values/short-id";
import { RequestLinkPage } from "@/components/wallet/requests/request-link-page";
import { prefetch } from "@/server/trpc/prefetch";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Request ${shortId((await params).id)}` };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.requests.find.queryOptions({ id })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <RequestLinkPage id={id} />
    </HydrationBoundary>
  );
}
