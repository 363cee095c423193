"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import Link from "next/link";
import { Balances, BalancesSkeleton } from "../accounts/balances";
import { ActivityRows } from "../activity/activity-row";
import { RequestCard } from "../agreements/agreement-row";
import { NewCode } from "../codes/new-code";
import { useTRPC } from "../trpc/client";
import { useIsLive } from "../trpc/live";
import { SectionHead, ThumbAction } from "../ui/page-head";
import { Empty, Failure, SkeletonRows } from "../ui/states";

const LATEST = 6;

/** What needs an answer, what can be spent, what happened last. */
export function HomePage() {
  const trpc = useTRPC();
  const accounts = useQuery(trpc.accounts.list.queryOptions());
  const pending = useQuery(trpc.agreements.list.queryOptions({ state: "pending", limit: 20 }));
  const waiting = pending.data?.items ?? [];
  return (
    <>
      <h1 className="sr-only">Home</h1>
      {waiting.length > 0 ? (
        <section aria-label="Waiting for your answer" className="mb-6 flex animate-fade flex-col gap-2">
          {waiting.map((agreement) => (
            <RequestCard key={agreement.id} agreement={agreement} />
          ))}
        </section>
      ) : null}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12">
        <div className="flex flex-col gap-6">
          {accounts.data ? <Balances accounts={accounts.data} /> : null}
          {accounts.isPending ? <BalancesSkeleton /> : null}
          {accounts.isError && !accounts.data ? (
            <Failure what="Your balances" error={accounts.error} onRetry={() => void accounts.refetch()} />
          ) : null}
          <div className="hidden lg:block">
            <NewCode />
          </div>
        </div>
        <Latest />
      </div>
      <ThumbAction>
        <NewCode isLarge />
      </ThumbAction>
    </>
  );
}

/** Whether what is shown changes by itself at once. */
function LiveMark() {
  if (!useIsLive()) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-13 font-normal text-muted">
      <span aria-hidden className="size-2 rounded-full bg-good" /> Live
    </span>
  );
}

function Latest() {
  const trpc = useTRPC();
  const latest = useQuery(trpc.activity.list.queryOptions({ limit: LATEST }));
  const items = latest.data?.items ?? [];
  return (
    <section>
      <SectionHead title="Latest activity" note={<LiveMark />}>
        {items.length > 0 ? (
          <Link href="/wallet/activity" className="text-14 font-medium text-accent hover:underline">
            All activity
          </Link>
        ) : null}
      </SectionHead>
      {latest.isPending ? <SkeletonRows rows={LATEST} /> : null}
      {latest.isError && !latest.data ? (
        <Failure what="Your activity" error={latest.error} onRetry={() => void latest.refetch()} />
      ) : null}
      {latest.data && items.length === 0 ? (
        <Empty icon={ReceiptText} title="Nothing yet">
          Make a code and pay with it: it shows up here while you watch.
        </Empty>
      ) : null}
      {items.length > 0 ? <ActivityRows items={items} /> : null}
    </section>
  );
}
