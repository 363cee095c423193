import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { RequiredSecondFactor } from "@/components/public/entry/required-second-factor";
import { PageOwner } from "@/components/trpc/page-owner";
import { homeOf } from "@/server/auth/home";
import { readNextPage } from "@/server/auth/next-page";
import { readSession } from "@/server/auth/session";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Second factor", robots: { index: false } };

interface Props {
  readonly searchParams: Promise<{ readonly next?: string | string[] }>;
}

export default async function Page({ searchParams }: Props) {
  const next = readNextPage((await searchParams).next);
  const sent = await headers();
  const signedIn = await readSession(sent);
  if (!signedIn) redirect(`/sign-in?next=${encodeURIComponent(next)}`);
  if (!signedIn.needsSecondFactor) redirect(next === "/home" ? homeOf(signedIn) : next);
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <PageOwner userId={signedIn.userId} />
      <RequiredSecondFactor next={next} />
    </HydrationBoundary>
  );
}
