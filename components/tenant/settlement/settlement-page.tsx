"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Carried } from "@/components/shared/money/carried";
import { CurrencyLens, useCurrencyLens } from "@/components/shared/money/currency-lens";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { newClaim } from "@/components/ui/forms/new-claim";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterSelect } from "@/components/ui/tables/filter-field";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { LongTable } from "@/components/ui/tables/long/long-table";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { TIME } from "@/components/ui/tables/sort/sort";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Day } from "@/components/ui/values/time";
import { namesOf, readList } from "@/server/contracts/lists/filters";
import { BATCH_LIST } from "@/server/contracts/lists/tenant";
import type { Batch } from "@/server/trpc/types";
import { useListFile } from "../shell/use-list-file";
import { useTenant } from "../shell/use-tenant";
import { MerchantMoney } from "./merchant-money";

const POLL_MS = 5_000;

const amountColumn = (id: "net" | "payout", header: string): Column<Batch> => ({
  id,
  minWidth: 130,
  header,
  isNumeric: true,
  sortBy: { name: id, first: "descending" },
  cell: (batch) => <Money amount={batch[id]} currency={batch.currency} />,
});

const carriedColumn = (id: "carriedIn" | "carriedOut", header: string): Column<Batch> => ({
  id,
  minWidth: 130,
  header,
  isNumeric: true,
  cell: (batch) => <Carried amount={batch[id]} currency={batch.currency} />,
});

const COLUMNS: readonly Column<Batch>[] = [
  { id: "day", minWidth: 116, header: "Day", sortBy: TIME, cell: ({ day }) => <Day day={day} as="utc" /> },
  {
    id: "merchant",
    minWidth: 150,
    isText: true,
    header: "Merchant",
    sortBy: { name: "merchant", first: "ascending" },
    cell: ({ merchant }) => merchant.name,
  },
  {
    id: "lines",
    minWidth: 64,
    drops: 1,
    header: "Lines",
    isNumeric: true,
    cell: ({ captureCount, refundCount }) => captureCount + refundCount,
  },
  {
    id: "fee",
    minWidth: 110,
    header: "Fee",
    isNumeric: true,
    cell: ({ fee, currency }) => <Money amount={-fee || 0} currency={currency} />,
  },
  amountColumn("net", "Net"),
  carriedColumn("carriedIn", "Carried in"),
  carriedColumn("carriedOut", "Carried out"),
  amountColumn("payout", "Payout"),
  {
    id: "status",
    minWidth: 110,
    drops: 2,
    header: "Status",
    cell: ({ payoutStatus }) => (payoutStatus ? <StatusBadge status={payoutStatus} /> : "–"),
  },
];

export function SettlementPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values } = useQueryString();
  const money = useQuery({ ...trpc.tenant.settlement.money.queryOptions(place), refetchInterval: POLL_MS });
  const currencies = [...new Set((money.data ?? []).map(({ currency }) => currency))].sort();
  const lens = useCurrencyLens(currencies);
  const filter = { ...readList(values, BATCH_LIST), ...(lens.currency === null ? {} : { currency: lens.currency }) };
  const { query: list, long } = useLongList(trpc.tenant.settlement.list, { ...place, ...filter });
  const merchants = new Map((money.data ?? []).map((row) => [row.merchant, row.merchantName]));
  const options = [...merchants].map(([value, label]) => ({ value, label }));
  const file = useListFile("settlement", filter);
  return (
    <>
      <PageHead
        title="Settlement"
        purpose="Each merchant is paid daily: captures minus refunds and fees."
        action={<SettleNow />}
      />
      <div className="mb-6 empty:hidden lg:hidden">
        <SettleNow />
      </div>
      <div className="mb-6 empty:hidden">
        <CurrencyLens currencies={currencies} lens={lens} />
      </div>
      {money.data && money.data.length > 0 ? (
        <section className="mb-8">
          <SectionHead title="Balances" />
          <MerchantMoney
            rows={money.data.filter(({ currency }) => lens.currency === null || lens.currency === currency)}
          />
        </section>
      ) : null}
      <SectionHead title="Batches" />
      {options.length > 1 ? (
        <Filters
          of={list}
          names={namesOf(BATCH_LIST)}
          first={<FilterSelect label="Merchant" name="merchant" all="All merchants" options={options} />}
        />
      ) : null}
      <ListStates
        query={list}
        what="Settlement"
        skeleton={6}
        filters={namesOf(BATCH_LIST)}
        empty={
          <Empty icon={Landmark} title="Nothing has settled yet">
            A batch for each merchant and day appears here after midnight by the merchant’s time zone, or yours.
          </Empty>
        }
      >
        {(items) => (
          <LongTable
            key={lens.currency}
            {...long}
            label="Settlement batches"
            columns={COLUMNS}
            rows={items}
            grid={{ file }}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => pathOf(place, `settlement/${id}`)}
            headOf={({ merchant }) => ({ title: merchant.name })}
            listRow={({ merchant, day, payout, payoutStatus, net, currency }) => (
              <span className="flex items-center justify-between gap-3">
                <span className="min-w-0">
                  <span className="block truncate text-14 font-medium">{merchant.name}</span>
                  <span className="block text-13 text-muted">
                    <Day day={day} as="utc" />
                  </span>
                </span>
                <span className="shrink-0 text-right text-14">
                  <span className="block font-medium">
                    <Money amount={payout} currency={currency} />
                  </span>
                  <span className="block text-13 text-muted">
                    {payoutStatus ? (
                      <StatusBadge status={payoutStatus} />
                    ) : (
                      <>
                        net <Money amount={net} currency={currency} />
                      </>
                    )}
                  </span>
                </span>
              </span>
            )}
          />
        )}
      </ListStates>
    </>
  );
}

/** Settles the sandbox's day early; in live, operators do that. A retry after a lost answer settles only once. */
function SettleNow() {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const [key, setKey] = useState<string | null>(null);
  const settle = useMutation(
    trpc.tenant.settlement.settle.mutationOptions({
      onSuccess: async ({ batches }) => {
        setKey(null);
        if (batches.length === 0) toast("Nothing to settle");
        else toast.success(batches.length === 1 ? "One batch settled" : `${batches.length} batches settled`);
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  if (!may("play_sandbox")) return null;
  const start = () => {
    const used = key ?? newClaim();
    setKey(used);
    settle.mutate({ ...place, key: used });
  };
  return (
    <Button isBusy={settle.isPending} onClick={start}>
      Settle now
    </Button>
  );
}
