import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { PaymentCodesPage } from "@/components/tenant/payment-codes/payment-codes-page";
import { readList } from "@/server/contracts/lists/filters";
import { CODE_LIST } from "@/server/contracts/lists/tenant";
import { prefetch } from "@/server/trpc/prefetch";
import { placeIn, readSearch, type TenantPage } from "../place-of";

export const metadata: Metadata = { title: "Payment codes" };

export default async function Page({ params, searchParams }: TenantPage) {
  const place = await placeIn(params);
  const values = await readSearch(searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.paymentCodes.list.queryOptions({ ...place, ...readList(values, CODE_LIST) })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PaymentCodesPage />
    </HydrationBoundary>
  );
}
