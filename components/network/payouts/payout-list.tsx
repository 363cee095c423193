"use client";

import { ArrowUpFromLine } from "lucide-react";
import { AMOUNT_COLUMN, timeColumn } from "@/components/shared/console/columns";
import { Money } from "@/components/shared/money/money";
import { PAYOUT_FILTERS } from "@/components/shared/status/payout-filters";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { ListSection } from "@/components/ui/tables/list-section";
import type { Listed } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";

type Payout = Listed<"network", "payouts">;

const COLUMNS: readonly Column<Payout>[] = [
  { id: "payee", minWidth: 170, isText: true, header: "Payee", sortBy: "payee", cell: ({ payee }) => payee },
  { id: "tenant", minWidth: 150, isText: true, header: "Tenant", cell: ({ tenant }) => tenant },
  { id: "status", minWidth: 120, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "reason", minWidth: 80, header: "Reason", cell: ({ returnReason }) => returnReason ?? "–" },
  { id: "account", minWidth: 100, header: "Account", cell: ({ last4 }) => (last4 ? `…${last4}` : "–") },
  timeColumn("Created"),
  AMOUNT_COLUMN,
];

export function PayoutList() {
  const trpc = useTRPC();
  const { at } = useNetwork();
  const list = useNetworkList(trpc.network.payouts.list, "payouts");
  return (
    <section>
      <SectionHead title="Payouts" />
      <ListSection
        list={list}
        filters={<FilterChips label="Status" name="state" options={PAYOUT_FILTERS} />}
        what="Payouts"
        empty={
          <Empty icon={ArrowUpFromLine} title="No payouts yet">
            A batch that pays a merchant makes one, and so does a member who asks for their money.
          </Empty>
        }
        noResults="No payouts match these filters in this environment."
        label="Payouts"
        columns={COLUMNS}
        hrefOf={({ id }) => at(`/network/payouts/${id}`)}
        headOf={({ payee }) => ({ title: payee })}
        listRow={({ payee, amount, currency, status, tenant }) => (
          <>
            <span className="flex items-center justify-between gap-3 text-14 font-medium">
              <span className="min-w-0 truncate">{payee}</span>
              <Money amount={amount} currency={currency} />
            </span>
            <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
              <span className="min-w-0 truncate">{tenant}</span>
              <StatusBadge status={status} />
            </span>
          </>
        )}
      />
    </section>
  );
}
