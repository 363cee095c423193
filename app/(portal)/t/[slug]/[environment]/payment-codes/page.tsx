import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { codeFilterOf } from "@/components/tenant/payment-codes/filter";
import { PaymentCodesPage } from "@/components/tenant/payment-codes/payment-codes-page";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Payment codes" };

interface Props {
  readonly params: Promise<{ readonly slug: string; readonly environment: string }>;
  readonly searchParams: Promise<Readonly<Record<string, string>>>;
}

export default async function Page({ params, searchParams }: Props) {
  const { slug: tenant, environment } = await params;
  if (environment !== "live" && environment !== "test") notFound();
  const place = { tenant, environment } as const;
  const values = new URLSearchParams(await searchParams);
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.paymentCodes.list.queryOptions({ ...place, ...codeFilterOf(values) })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PaymentCodesPage />
    </HydrationBoundary>
  );
}
