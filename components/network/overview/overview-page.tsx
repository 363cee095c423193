"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CurrencyLens, useCurrencyLens } from "@/components/shared/money/currency-lens";
import { APPROVAL_RATE, volumeOf } from "@/components/shared/overview/measures";
import { Numbers } from "@/components/shared/overview/numbers";
import { OverTime } from "@/components/shared/overview/over-time";
import { PERIOD_LABELS, periodOf } from "@/components/shared/overview/period";
import { useTRPC } from "@/components/trpc/client";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { useLocale } from "@/components/ui/values/locale";
import { Time } from "@/components/ui/values/time";
import type { NetworkOverview } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { NeedsAttention } from "./needs-attention";
import { TenantHealth } from "./tenant-health";

const POLL_MS = 30_000;

export function OverviewPage() {
  const trpc = useTRPC();
  const { place, values } = useNetwork();
  const period = periodOf(values.get("period"), "24h");
  const overview = useQuery({
    ...trpc.network.overview.get.queryOptions({ ...place, period }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <PageHead title="Overview" purpose="All tenants, compared with the previous period." />
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

function Shown({ overview, isByHour }: { readonly overview: NetworkOverview; readonly isByHour: boolean }) {
  const locale = useLocale();
  const [at, setAt] = useState<number | null>(null);
  const currencies = overview.volumes.map(({ currency }) => currency);
  const lens = useCurrencyLens(currencies);
  const currency = lens.currency ?? overview.currency;
  const shown = { points: overview.overTime, isByHour, cursor: { at, setAt } };
  return (
    <div className="flex flex-col gap-8">
      <NeedsAttention tenants={overview.tenants} />
      <div className="flex flex-col gap-3">
        <CurrencyLens currencies={currencies} lens={lens} main={overview.currency} />
        <Numbers overview={overview} currency={currency} />
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        <OverTime {...shown} measure={volumeOf(currency, locale)} empty="Nothing was approved in this period." />
        <OverTime {...shown} measure={APPROVAL_RATE} empty="No payments in this period." />
      </div>
      <TenantHealth tenants={overview.tenants} />
      <p className="text-13 text-muted">
        Counted up to <Time at={overview.countedUntil} as="exact" />.
      </p>
    </div>
  );
}
