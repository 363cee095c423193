import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { titled } from "@/components/ui/values/titled";
import { CodePage } from "@/components/wallet/codes/code-page";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Code", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.wallet.codes.get.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.wallet.activity.list.queryOptions({ paymentCodeId: id, limit: 10 })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <CodePage id={id} />
    </HydrationBoundary>
  );
}
