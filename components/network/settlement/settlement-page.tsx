"use client";

import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { CurrencyLens, useCurrencyLens } from "@/components/shared/money/currency-lens";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { DayField } from "@/components/ui/tables/day-field";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { useNow } from "@/components/ui/values/page-clock";
import { calendarDay } from "@/server/contracts/calendar-days";
import { namesOf } from "@/server/contracts/lists/filters";
import { BATCH_LIST } from "@/server/contracts/lists/network";
import { networkFile } from "../shell/network-file";
import { readNetworkList } from "../shell/place";
import { useNetwork } from "../shell/use-network";
import { BatchList } from "./batch-table";
import { SettleButton } from "./settle-button";
import { UnsettledTable } from "./unsettled-table";

export function SettlementPage() {
  const trpc = useTRPC();
  const { place, values } = useNetwork();
  const unsettled = useQuery(trpc.network.settlement.unsettled.queryOptions(place));
  const currencies = [...new Set((unsettled.data ?? []).map(({ currency }) => currency))].sort();
  const lens = useCurrencyLens(currencies);
  const isSeen = ({ currency }: { readonly currency: string }) => lens.currency === null || lens.currency === currency;
  const filter = {
    ...readNetworkList(values, BATCH_LIST),
    ...(lens.currency === null ? {} : { currency: lens.currency }),
  };
  const { query: batches, long } = useLongList(trpc.network.settlement.list, filter);
  const all = <SettleButton merchantId={null} label="Settle all due" />;
  return (
    <>
      <PageHead
        title="Settlement"
        purpose="A merchant’s day ends by its time zone, or its tenant’s, and is paid out a quarter of an hour later."
        action={all}
      />
      <div className="mb-6 lg:hidden">{all}</div>
      <div className="mb-6 empty:hidden">
        <CurrencyLens currencies={currencies} lens={lens} />
      </div>
      <div className="flex flex-col gap-8">
        <section>
          <SectionHead title="Not settled yet" />
          {unsettled.isPending ? <SkeletonRows rows={3} /> : null}
          {unsettled.error ? (
            <Failure what="What is not settled" error={unsettled.error} onRetry={() => void unsettled.refetch()} />
          ) : null}
          {unsettled.data ? <UnsettledTable rows={unsettled.data.filter(isSeen)} /> : null}
        </section>
        <section>
          <SectionHead title="Batches" />
          <Filters of={batches} names={namesOf(BATCH_LIST)} first={<DayFilter />} />
          <ListStates
            query={batches}
            what="Batches"
            filters={namesOf(BATCH_LIST)}
            empty={
              <Empty icon={Landmark} title="No batches yet">
                The first batch follows the first day with a capture.
              </Empty>
            }
            noResults="No batches match these filters in this environment."
          >
            {(items) => (
              <BatchList
                key={lens.currency}
                batches={items}
                grid={{ file: networkFile("settlement", filter) }}
                {...long}
              />
            )}
          </ListStates>
        </section>
      </div>
    </>
  );
}

function DayFilter() {
  return <DayField label="Day" name="day" today={calendarDay(new Date(useNow(60_000)), "UTC")} />;
}
