import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { TransactionPage } from "@/components/activity/transaction-page";
import { titled } from "@/components/ui/titled";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Transaction", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.activity.get.queryOptions({ id })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <TransactionPage id={id} />
    </HydrationBoundary>
  );
}
