import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { CodePage } from "@/components/codes/code-page";
import { titled } from "@/components/ui/titled";
import { prefetch } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Code", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.codes.get.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.activity.list.queryOptions({ paymentCodeId: id, limit: 10 })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <CodePage id={id} />
    </HydrationBoundary>
  );
}
