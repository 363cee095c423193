import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { titled } from "@/components/ui/values/titled";
import { ChargePage } from "@/components/wallet/charges/charge-page";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Charge", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.charges.get.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ChargePage id={id} />
    </HydrationBoundary>
  );
}
