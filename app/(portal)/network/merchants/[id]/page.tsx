import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { MerchantPage } from "@/components/network/merchants/merchant-page";
import { type PageParams, readPlace, readValues } from "@/components/network/shell/place";
import { titled } from "@/components/ui/values/titled";
import { prefetchRecord } from "@/server/trpc/prefetch";

export const generateMetadata = titled("Merchant", "id");

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: PageParams;
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const values = await readValues(searchParams);
  const place = readPlace(values);
  const state = await prefetchRecord(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.network.merchants.get.queryOptions({ ...place, id })),
    queryClient.prefetchQuery(trpc.network.settlement.list.queryOptions({ ...place, merchantId: id, limit: 10 })),
  ]);
  if (!state) notFound();
  return (
    <HydrationBoundary state={state}>
      <MerchantPage id={id} />
    </HydrationBoundary>
  );
}
