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
import { ListSection } from "@/components/ui/tables/list-section";
import { TIME } from "@/components/ui/tables/sort/sort";
import { Day } from "@/components/ui/values/time";
import type { Batch } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { MerchantMoney } from "./merchant-money";

const POLL_MS = 5_000;

const amountColumn = (id: "net" | "payout", header: string): Column<Batch> => ({
  id,
  minWidth: 130,
  header,
  isNumeric: true,
  sortBy: `-${id}`,
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
    sortBy: "merchant",
    cell: ({ merchantName }) => merchantName,
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
  const money = useQuery({ ...trpc.tenant.settlement.money.queryOptions(place), refetchInterval: POLL_MS });
  const currencies = [...new Set((money.data ?? []).map(({ currency }) => currency))].sort();
  const lens = useCurrencyLens(currencies);
  const seen = lens.currency === null ? {} : { currency: lens.currency };
  const list = useTenantList(trpc.tenant.settlement.list, "settlement", seen);
  const merchants = new Map((money.data ?? []).map((row) => [row.merchant, row.merchantName]));
  const options = [...merchants].map(([value, label]) => ({ value, label }));
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
      <ListSection
        list={list}
        first={
          options.length > 1 ? (
            <FilterSelect label="Merchant" name="merchant" all="All merchants" options={options} />
          ) : null
        }
        what="Settlement"
        skeleton={6}
        empty={
          <Empty icon={Landmark} title="Nothing has settled yet">
            A batch for each merchant and day appears here after midnight by the merchant’s time zone, or yours.
          </Empty>
        }
        key={lens.currency}
        label="Settlement batches"
        columns={COLUMNS}
        hrefOf={({ id }) => pathOf(place, `settlement/${id}`)}
        headOf={({ merchantName }) => ({ title: merchantName })}
        listRow={({ merchantName, day, payout, payoutStatus, net, currency }) => (
          <span className="flex items-center justify-between gap-3">
            <span className="min-w-0">
              <span className="block truncate text-14 font-medium">{merchantName}</span>
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
        else
          toast.success(
            batches.length === 1 ? "One batch settled" : `${batches.length.toLocaleString("en-US")} batches settled`,
          );
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
