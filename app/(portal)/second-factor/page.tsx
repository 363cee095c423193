import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { RequiredSecondFactor } from "@/components/public/entry/required-second-factor";
import { homeOf } from "@/server/auth/home";
import { readSession } from "@/server/auth/session";
import { prefetch } from "@/server/trpc/prefetch";

export const metadata: Metadata = { title: "Second factor", robots: { index: false } };

export default async function Page() {
  const sent = await headers();
  const signedIn = await readSession(sent);
  if (!signedIn) redirect("/sign-in?next=%2Fhome");
  if (!signedIn.needsSecondFactor) redirect(homeOf(signedIn));
  const state = await prefetch(sent, (trpc, queryClient) => [
    queryClient.prefetchQuery(trpc.shared.sessions.me.queryOptions()),
  ]);
  return (
    <HydrationBoundary state={state}>
      <RequiredSecondFactor />
    </HydrationBoundary>
  );
}
