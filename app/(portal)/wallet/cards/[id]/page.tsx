import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { CardPage } from "@/components/cards/card-page";
import { titled } from "@/components/ui/titled";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Card", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.cards.get.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.activity.list.queryOptions({ cardId: id, limit: 10 })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <CardPage id={id} />
    </HydrationBoundary>
  );
}
