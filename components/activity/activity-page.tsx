"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { BY_CURSOR } from "../trpc/by-cursor";
import { useTRPC } from "../trpc/client";
import { Older } from "../ui/older";
import { PageHead } from "../ui/page-head";
import { Empty, Failure, SkeletonRows } from "../ui/states";
import { ActivityRows } from "./activity-row";

/** Everything that was paid or asked for, newest first. */
export function ActivityPage() {
  const trpc = useTRPC();
  const list = useInfiniteQuery(trpc.activity.list.infiniteQueryOptions({}, BY_CURSOR));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="max-w-[720px]">
      <PageHead title="Activity" purpose="What was paid, held and declined, newest first." />
      {list.isPending ? <SkeletonRows rows={8} /> : null}
      {list.isError && !list.data ? (
        <Failure what="Your activity" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <Empty icon={ReceiptText} title="Nothing yet">
          Payments by card, code or agreement will be here as soon as a merchant asks for one.
        </Empty>
      ) : null}
      {items.length > 0 ? <ActivityRows items={items} /> : null}
      <Older hasMore={list.hasNextPage} isBusy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </div>
  );
}
