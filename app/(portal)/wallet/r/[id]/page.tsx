import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { titled } from "@/components/ui/values/titled";
import { RequestLinkPage } from "@/components/wallet/requests/request-link-page";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Request", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
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
