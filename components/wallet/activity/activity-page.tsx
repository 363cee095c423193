"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ReceiptText, SearchX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { Money } from "@/components/shared/money/money";
import { BY_CURSOR } from "@/components/trpc/by-cursor";
import { useTRPC } from "@/components/trpc/client";
import { LiveMark } from "@/components/trpc/live-mark";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Older } from "@/components/ui/tables/older";
import { useLocale } from "@/components/ui/values/locale";
import { useToday, useZone } from "@/components/ui/values/page-clock";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { Activity } from "@/server/trpc/types";
import { type FilterChange, readFilters, writeFilters } from "./activity-filters";
import { ActivityRows } from "./activity-row";
import { FilterBar } from "./filter-bar";
import { nameDay } from "./name-day";

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
      <p className="-mt-3 mb-4 lg:hidden">
        <Link href="/wallet/statements" className="text-14 font-medium text-accent hover:underline">
          Statements
        </Link>
      </p>
      <FilterBar filters={filters} accounts={accounts.data ?? []} onChange={change} />
      <Unread what="Your activity" query={list} rows={8} />
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

interface ActivityDaysProps {
  readonly items: readonly Activity[];
  readonly hasMore: boolean;
}

interface DayGroup {
  readonly day: string;
  readonly items: Activity[];
}

function ActivityDays({ items, hasMore }: ActivityDaysProps) {
  const locale = useLocale();
  const zone = useZone();
  const today = useToday();
  const groups = groupByDay(items, zone);
  return (
    <div className="flex flex-col gap-6">
      {groups.map((group, index) => (
        <section key={group.day} aria-label={nameDay(group.day, today, locale)}>
          <div className="mb-2 flex min-h-6 items-baseline justify-between gap-4 text-14">
            <h2 className="text-14">{nameDay(group.day, today, locale)}</h2>
            {hasMore && index === groups.length - 1 ? null : <DayTotal items={group.items} />}
          </div>
          <ActivityRows items={group.items} when="clock" />
        </section>
      ))}
    </div>
  );
}

function groupByDay(items: readonly Activity[], zone: string): DayGroup[] {
  const groups = new Map<string, DayGroup>();
  for (const item of items) {
    const day = calendarDay(new Date(item.createdAt), zone);
    const group = groups.get(day) ?? { day, items: [] };
    group.items.push(item);
    groups.set(day, group);
  }
  return [...groups.values()];
}

/** A day's held and paid amounts by currency, less refunds: the rows with a minus. */
function DayTotal({ items }: { readonly items: readonly Activity[] }) {
  const totals = new Map<string, number>();
  for (const { isOut, amount, currency } of items) {
    if (isOut) totals.set(currency, (totals.get(currency) ?? 0) + amount);
  }
  if (totals.size === 0) return null;
  return (
    <p className="text-right text-13 text-muted">
      <span className="sr-only">In all: </span>
      {[...totals].map(([currency, total], index) => (
        <span key={currency}>
          {index > 0 ? " · " : null}
          <Money amount={-total} currency={currency} />
        </span>
      ))}
    </p>
  );
}
