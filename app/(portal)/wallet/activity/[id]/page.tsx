import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { titled } from "@/components/ui/values/titled";
import { TransactionPage } from "@/components/wallet/activity/transaction-page";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Transaction", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.activity.get.queryOptions({ id })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <TransactionPage id={id} />
    </HydrationBoundary>
  );
}
