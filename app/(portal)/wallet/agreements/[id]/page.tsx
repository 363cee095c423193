import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { titled } from "@/components/ui/values/titled";
import { AgreementPage } from "@/components/wallet/agreements/agreement-page";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Agreement", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.agreements.get.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.wallet.accounts.list.queryOptions()),
    queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ agreementId: id, limit: 10 })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <AgreementPage id={id} />
    </HydrationBoundary>
  );
}
