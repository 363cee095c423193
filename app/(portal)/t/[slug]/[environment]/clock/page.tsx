import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { NothingAtTenant } from "@/components/shared/console/nothing-here";
import { ClockPage } from "@/components/tenant/clock/clock-page";
import { prefetch } from "@/server/trpc/prefetch";
import { Missing } from "../../../../../missing";

export const metadata: Metadata = { title: "Sandbox clock" };

interface Props {
  readonly params: Promise<{ readonly slug: string; readonly environment: string }>;
}

function NothingOnLive() {
  return (
    <Missing>
      <NothingAtTenant />
    </Missing>
  );
}

export default async function Page({ params }: Props) {
  const { slug: tenant, environment } = await params;
  // Only the sandbox has a clock that can be moved.
  if (environment !== "test") return <NothingOnLive />;
  const state = await prefetch(await headers(), (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.tenant.sandboxClock.get.queryOptions({ tenant, environment })),
  ]);
  return (
    <HydrationBoundary state={state}>
      <ClockPage />
    </HydrationBoundary>
  );
}
