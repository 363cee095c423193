"use client";

import { Store } from "lucide-react";
import { timeColumn } from "@/components/shared/console/columns";
import { FILTERS } from "@/components/shared/status/states";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { CopyId } from "@/components/ui/values/copy-id";
import type { Listed } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";

type NetworkMerchant = Listed<"network", "merchants">;

const COLUMNS: readonly Column<NetworkMerchant>[] = [
  { id: "name", minWidth: 170, isText: true, header: "Merchant", sortBy: "name", cell: ({ name }) => name },
  {
    id: "tenant",
    minWidth: 150,
    isText: true,
    header: "Tenant",
    sortBy: "tenant",
    cell: ({ tenantTitle }) => tenantTitle,
  },
  { id: "status", header: "Status", sortBy: "status", cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "category", minWidth: 150, isText: true, header: "Category", cell: ({ category }) => category },
  {
    id: "reversal",
    minWidth: 148,
    header: "Same-day reversal",
    cell: (row) => (row.settings.isSameDayReversalEnabled ? "On" : "Off"),
  },
  { id: "id", minWidth: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  timeColumn("Since", { isNumeric: true }),
];

export function MerchantsPage() {
  const trpc = useTRPC();
  const { at } = useNetwork();
  const list = useNetworkList(trpc.network.merchants.list, "merchants");
  return (
    <>
      <PageHead title="Merchants" purpose="Merchants of every tenant." />
      <ListSection
        list={list}
        first={<SearchField label="Name or ID" />}
        filters={<FilterChips label="Status" name="status" options={FILTERS.access} />}
        what="Merchants"
        empty={
          <Empty icon={Store} title="No merchants yet">
            Each tenant starts with a default merchant and can add more.
          </Empty>
        }
        noResults="No merchants match these filters in this environment."
        label="Merchants"
        columns={COLUMNS}
        hrefOf={({ id }) => at(`/network/merchants/${id}`)}
        headOf={({ name }) => ({ title: name })}
        listRow={(merchant) => (
          <>
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate text-14 font-medium">{merchant.name}</span>
              <StatusBadge status={merchant.status} />
            </span>
            <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
              <span className="min-w-0 truncate">{merchant.tenantTitle}</span>
              <span className="min-w-0 truncate">{merchant.category}</span>
            </span>
          </>
        )}
      />
    </>
  );
}
