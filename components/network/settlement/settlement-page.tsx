"use client";

import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { CurrencyLens, useCurrencyLens } from "@/components/shared/money/currency-lens";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { DayField } from "@/components/ui/tables/day-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { useNow } from "@/components/ui/values/page-clock";
import { calendarDay } from "@/server/contracts/calendar-days";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";
import { useBatchTable } from "./batch-table";
import { SettleButton } from "./settle-button";
import { UnsettledTable } from "./unsettled-table";

export function SettlementPage() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const table = useBatchTable();
  const unsettled = useQuery(trpc.network.settlement.unsettled.queryOptions(place));
  const currencies = [...new Set((unsettled.data ?? []).map(({ currency }) => currency))].sort();
  const lens = useCurrencyLens(currencies);
  const isSeen = ({ currency }: { readonly currency: string }) => lens.currency === null || lens.currency === currency;
  const seen = lens.currency === null ? {} : { currency: lens.currency };
  const list = useNetworkList(trpc.network.settlement.list, "settlement", seen);
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
          <ListSection
            list={list}
            first={<DayFilter />}
            what="Batches"
            empty={
              <Empty icon={Landmark} title="No batches yet">
                The first batch follows the first day with a capture.
              </Empty>
            }
            noResults="No batches match these filters in this environment."
            key={lens.currency}
            {...table}
          />
        </section>
      </div>
    </>
  );
}

function DayFilter() {
  return <DayField label="Day" name="day" today={calendarDay(new Date(useNow(60_000)), "UTC")} />;
}
