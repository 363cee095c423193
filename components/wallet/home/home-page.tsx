"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowUpFromLine, ChevronRight, Landmark, ReceiptText, ScanLine } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { LiveMark } from "@/components/trpc/live-mark";
import { Empty, Failure, Unread } from "@/components/ui/feedback/states";
import { SectionHead, ThumbAction } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Balances, BalancesSkeleton } from "../accounts/balances";
import { ActivityRows } from "../activity/activity-row";
import { WaitingLine } from "../agreements/waiting-line";
import { NewCode } from "../codes/new-code";
import { usePayable } from "../payouts/use-payable";
import { SpendingCard } from "../spending/spending-card";

const LATEST = 6;

export function HomePage() {
  const trpc = useTRPC();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  return (
    <>
      <h1 className="sr-only">Home</h1>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12">
        <div className="flex flex-col gap-6">
          <div className="flex flex-col gap-6 lg:rounded-8 lg:border lg:border-line lg:bg-raised lg:p-6">
            {accounts.data ? <Balances accounts={accounts.data} /> : null}
            {accounts.isPending ? <BalancesSkeleton /> : null}
            {accounts.isError && !accounts.data ? (
              <Failure what="Your balances" error={accounts.error} onRetry={() => void accounts.refetch()} />
            ) : null}
            <div className="hidden lg:block">
              <NewCode isLarge />
            </div>
          </div>
          <WaitingLine />
          <SpendingCard />
          <AddMoneyLink />
          <ScanLink />
          <PayoutLink />
        </div>
        <Latest />
      </div>
      <ThumbAction>
        <NewCode isLarge />
      </ThumbAction>
    </>
  );
}

function AddMoneyLink() {
  return (
    <Link
      href="/wallet/add-money"
      className="flex min-h-14 items-center gap-3 rounded-8 border border-line px-4 transition-colors hover:bg-hover"
    >
      <Landmark aria-hidden className="size-5 text-muted" strokeWidth={1.75} />
      <span className="flex-1 text-14 font-medium">Add money</span>
      <ChevronRight aria-hidden className="size-4 text-muted" />
    </Link>
  );
}

/** A full page load: browsers apply the camera permission policy of the loaded document. */
function ScanLink() {
  return (
    <a
      href="/wallet/scan"
      className="flex min-h-14 items-center gap-3 rounded-8 border border-line px-4 transition-colors hover:bg-hover"
    >
      <ScanLine aria-hidden className="size-5 text-muted" strokeWidth={1.75} />
      <span className="flex-1 text-14 font-medium">Scan a request</span>
      <ChevronRight aria-hidden className="size-4 text-muted" />
    </a>
  );
}

/** Renders nothing if none of the member's currencies is paid out. */
function PayoutLink() {
  if (usePayable().length === 0) return null;
  return (
    <Link
      href="/wallet/payouts"
      className="flex min-h-14 items-center gap-3 rounded-8 border border-line px-4 transition-colors hover:bg-hover"
    >
      <ArrowUpFromLine aria-hidden className="size-5 text-muted" strokeWidth={1.75} />
      <span className="flex-1 text-14 font-medium">Pay out to your bank</span>
      <ChevronRight aria-hidden className="size-4 text-muted" />
    </Link>
  );
}

function Latest() {
  const trpc = useTRPC();
  const latest = useQuery(trpc.wallet.activity.list.queryOptions({ limit: LATEST }));
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
      <Unread what="Your activity" query={latest} rows={LATEST} />
      {latest.data && items.length === 0 ? (
        <Empty icon={ReceiptText} title="Nothing yet">
          Create a code and pay with it. The payment appears here live.
        </Empty>
      ) : null}
      {items.length > 0 ? <ActivityRows items={items} /> : null}
    </section>
  );
}
