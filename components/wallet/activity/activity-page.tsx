"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ReceiptText, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { useTRPC } from "@/components/trpc/client";
import { LiveMark } from "@/components/trpc/live-mark";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead } from "@/components/ui/layout/page-head";
import { Older } from "@/components/ui/tables/older";
import { useLocale } from "@/components/ui/values/locale";
import { useZone } from "@/components/ui/values/page-clock";
import { ActivityDays } from "./activity-days";
import { type FilterChange, readFilters, writeFilters } from "./activity-filters";
import { FilterBar } from "./filter-bar";

export function ActivityPage() {
  const trpc = useTRPC();
  const filters = readFilters(useSearchParams());
  const list = useInfiniteQuery(trpc.wallet.activity.list.infiniteQueryOptions(filters, BY_CURSOR));
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const searchedBackTo = list.data?.pages.at(-1)?.searchedBackTo ?? null;
  // `history` updates the query without a server round trip; Next syncs with it.
  const change = (changes: FilterChange) => {
    // The window's URL is newer than the props of this render.
    const current = readFilters(new URLSearchParams(window.location.search));
    const address = `/wallet/activity${writeFilters({ ...current, ...changes })}`;
    if (current.search && changes.search) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
  };
  const more = { isBusy: list.isFetchingNextPage, onMore: () => void list.fetchNextPage() };
  return (
    <div className="max-w-[45rem]">
      <PageHead title="Activity" purpose="Paid, pending, and declined payments." note={<LiveMark />} />
      <FilterBar filters={filters} accounts={accounts.data ?? []} onChange={change} />
      {list.isPending ? <SkeletonRows rows={8} /> : null}
      {list.isError && !list.data ? (
        <Failure what="Your activity" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {items.length > 0 ? <ActivityDays items={items} hasMore={list.hasNextPage} /> : null}
      {searchedBackTo ? (
        <FurtherBack to={searchedBackTo} hasFound={items.length > 0} {...more} />
      ) : (
        <Older hasMore={list.hasNextPage} {...more} />
      )}
      {list.data && items.length === 0 && !searchedBackTo ? (
        <Nothing
          isFiltered={Object.keys(filters).length > 0}
          onClear={() => change({ outcome: null, account: null, search: null })}
        />
      ) : null}
    </div>
  );
}

interface FurtherBackProps {
  readonly to: string;
  readonly hasFound: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}

function FurtherBack({ to, hasFound, isBusy, onMore }: FurtherBackProps) {
  const day = new Intl.DateTimeFormat(useLocale(), { dateStyle: "long", timeZone: useZone() }).format(new Date(to));
  return (
    <div role="status" className="mt-6 flex flex-col items-center gap-3 text-center text-14 text-muted">
      <p>
        {hasFound ? "Nothing more" : "No matching payments"} back to {day}.
      </p>
      <Button isBusy={isBusy} onClick={onMore}>
        Search older payments
      </Button>
    </div>
  );
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) {
    return (
      <Empty icon={ReceiptText} title="Nothing yet">
        Your payments by card, code, or agreement will appear here.
      </Empty>
    );
  }
  return (
    <Empty icon={SearchX} title="No matching payments" action={<Button onClick={onClear}>Clear filters</Button>}>
      No payment matches every filter. A merchant’s name here can differ from the one on the storefront.
    </Empty>
  );
}
