"use client";

import { Money } from "@/components/shared/money/money";
import { useLocale } from "@/components/ui/values/locale";
import { useToday, useZone } from "@/components/ui/values/page-clock";
import { calendarDay } from "@/server/contracts/calendar-days";
import type { Activity } from "@/server/trpc/types";
import { ActivityRows } from "./activity-row";
import { nameDay } from "./name-day";

interface DaysProps {
  readonly items: readonly Activity[];
  readonly hasMore: boolean;
}

interface DayGroup {
  readonly day: string;
  readonly items: Activity[];
}

export function ActivityDays({ items, hasMore }: DaysProps) {
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
