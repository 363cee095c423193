"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { CurrencyLens, useCurrencyLens } from "@/components/shared/money/currency-lens";
import { APPROVAL_RATE, volumeOf, WEBHOOK_RATE } from "@/components/shared/overview/measures";
import { Numbers } from "@/components/shared/overview/numbers";
import { OverTime } from "@/components/shared/overview/over-time";
import { PERIOD_LABELS, periodOf } from "@/components/shared/overview/period";
import { useTRPC } from "@/components/trpc/client";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { useLocale } from "@/components/ui/values/locale";
import type { Overview } from "@/server/trpc/types";
import { FirstRun } from "../shell/first-run";
import { LiveGate, useIsOpen } from "../shell/live-gate";
import { useTenant } from "../shell/use-tenant";
import { Attention } from "./attention";

const POLL_MS = 30_000;

export function OverviewPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const isOpen = useIsOpen();
  const { values } = useQueryString();
  const period = periodOf(values.get("period"));
  const overview = useQuery({
    ...trpc.tenant.overview.get.queryOptions({ ...place, period }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <PageHead title="Overview" purpose="Payments compared with the previous period." />
      <LiveGate what="live payments" />
      <div className="mb-6 empty:hidden">{isOpen ? <FirstRun isFoldedOnceUsed /> : null}</div>
      <div className="mb-6">
        <FilterChips label="Period" name="period" options={PERIOD_LABELS} initial={period} />
      </div>
      <Unread what="The overview" query={overview}>
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-72 w-full" />
      </Unread>
      {overview.data ? <Shown overview={overview.data} isByHour={period === "24h"} /> : null}
    </>
  );
}

function Shown({ overview, isByHour }: { readonly overview: Overview; readonly isByHour: boolean }) {
  const locale = useLocale();
  const [at, setAt] = useState<number | null>(null);
  const currencies = overview.volumes.map(({ currency }) => currency);
  const lens = useCurrencyLens(currencies);
  const currency = lens.currency ?? overview.currency;
  const shown = { points: overview.overTime, isByHour, cursor: { at, setAt } };
  return (
    <div className="flex flex-col gap-8">
      <Attention attention={overview.attention} />
      <div className="flex flex-col gap-3">
        <CurrencyLens currencies={currencies} lens={lens} main={overview.currency} />
        <Numbers overview={overview} currency={currency} />
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        <OverTime {...shown} measure={volumeOf(currency, locale)} empty="Nothing was approved in this period." />
        <OverTime {...shown} measure={APPROVAL_RATE} empty="No payments in this period." />
        <DeclineReasons overview={overview} />
        <OverTime {...shown} measure={WEBHOOK_RATE} empty="No webhooks were sent in this period." />
      </div>
    </div>
  );
}

const MAX_SHOWN = 6;

function DeclineReasons({ overview: { declines, current } }: { readonly overview: Overview }) {
  const { place } = useTenant();
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-16">Why payments were declined</h2>
        {current.declined > 0 ? (
          <Link
            href={pathOf(place, "authorizations?state=declined")}
            className="text-13 font-medium text-accent hover:underline"
          >
            View declines
          </Link>
        ) : null}
      </div>
      <div className="rounded-8 border border-line p-4">
        {declines.length === 0 ? <p className="text-14 text-muted">No declines in this period.</p> : null}
        <ul className="flex flex-col gap-4">
          {declines.slice(0, MAX_SHOWN).map(({ code, title, count, overTime }) => (
            <li key={code}>
              <p className="flex items-end justify-between gap-4 text-14">
                <span className="min-w-0 flex-1">
                  {title} <span className="text-13 text-muted">{code}</span>
                </span>
                <Sparkline counts={overTime} />
                <span className="w-20 shrink-0 text-right tabular-nums">
                  {count.toLocaleString("en-US")}{" "}
                  <span className="text-13 text-muted">({Math.round((count / current.declined) * 100)}%)</span>
                </span>
              </p>
              <span aria-hidden className="mt-2 block h-1.5 rounded-full bg-hover">
                <span
                  className="block h-1.5 rounded-full bg-bad"
                  style={{ width: `${(count / current.declined) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts);
  const bars = counts.map((count, index) => `M${index * 4} 20v${-Math.max((count / most) * 20, 1)}h3V20z`);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${counts.length * 4 - 1} 20`}
      preserveAspectRatio="none"
      className="hidden h-4 w-28 shrink-0 fill-muted/60 sm:block"
    >
      <path d={bars.join("")} />
    </svg>
  );
}
