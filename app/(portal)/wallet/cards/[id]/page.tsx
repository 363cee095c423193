import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { titled } from "@/components/ui/values/titled";
import { CardPage } from "@/components/wallet/cards/card-page";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Card", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.cards.get.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ cardId: id, limit: 10 })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <CardPage id={id} />
    </HydrationBoundary>
  );
}
