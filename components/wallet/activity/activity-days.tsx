"use client";

import { Money } from "@/components/shared/money/money";
import { useIsHydrated } from "@/components/ui/forms/use-is-hydrated";
import { useAheadMs } from "@/components/ui/values/clock-ahead";
import { useViewing } from "@/components/ui/values/locale";
import type { Activity } from "@/server/trpc/types";
import { ActivityRows } from "./activity-row";

interface DaysProps {
  readonly items: readonly Activity[];
  /** More of the last day may follow: what it comes to is not known yet. */
  readonly hasMore: boolean;
}

interface DayGroup {
  readonly key: string;
  readonly at: Date;
  readonly items: Activity[];
}

/** Rows by day, newest first, each day with what it came to. Days are the viewer's, once the browser knows which. */
export function ActivityDays({ items, hasMore }: DaysProps) {
  const { locale, zone } = useViewing();
  const timeZone = useIsHydrated() ? undefined : (zone ?? "UTC");
  const groups = groupByDay(items, timeZone);
  const title = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", timeZone });
  const withYear = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone });
  const aheadMs = useAheadMs();
  const today = new Date(Date.now() + aheadMs);
  const keys = { today: dayKey(today, timeZone), yesterday: dayKey(new Date(today.getTime() - 86_400_000), timeZone) };
  const nameOf = ({ key, at }: DayGroup) => {
    if (key === keys.today) return "Today";
    if (key === keys.yesterday) return "Yesterday";
    return (at.getFullYear() === today.getFullYear() ? title : withYear).format(at);
  };
  return (
    <div className="flex flex-col gap-6">
      {groups.map((group, index) => (
        <section key={group.key} aria-label={nameOf(group)}>
          <div className="mb-2 flex min-h-6 items-baseline justify-between gap-4 text-14">
            <h2 className="text-14">{nameOf(group)}</h2>
            {hasMore && index === groups.length - 1 ? null : <DayTotal items={group.items} />}
          </div>
          <ActivityRows items={group.items} when="clock" />
        </section>
      ))}
    </div>
  );
}

function dayKey(at: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(at);
}

function groupByDay(items: readonly Activity[], timeZone: string | undefined): DayGroup[] {
  const groups = new Map<string, DayGroup>();
  for (const item of items) {
    const at = new Date(item.createdAt);
    const key = dayKey(at, timeZone);
    const group = groups.get(key) ?? { key, at, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Held and paid of a day by currency, less what came back: what its rows show with a minus. */
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
