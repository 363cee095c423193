"use client";

import { Store } from "lucide-react";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { LongTable } from "@/components/ui/tables/long/long-table";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { SearchField } from "@/components/ui/tables/search-field";
import { TIME } from "@/components/ui/tables/sort/sort";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import { namesOf } from "@/server/contracts/lists/filters";
import { MERCHANT_LIST } from "@/server/contracts/lists/network";
import type { Listed } from "@/server/trpc/types";
import { networkFile } from "../shell/network-file";
import { readNetworkList } from "../shell/place";
import { useNetwork } from "../shell/use-network";

type NetworkMerchant = Listed<"network", "merchants">;

const COLUMNS: readonly Column<NetworkMerchant>[] = [
  {
    id: "name",
    minWidth: 170,
    isText: true,
    header: "Merchant",
    sortBy: { name: "name", first: "ascending" },
    cell: ({ name }) => name,
  },
  {
    id: "tenant",
    minWidth: 150,
    isText: true,
    header: "Tenant",
    sortBy: { name: "tenant", first: "ascending" },
    cell: ({ tenantTitle }) => tenantTitle,
  },
  {
    id: "status",
    header: "Status",
    sortBy: { name: "status", first: "ascending" },
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { id: "category", minWidth: 150, isText: true, header: "Category", cell: ({ category }) => category },
  {
    id: "reversal",
    minWidth: 148,
    header: "Same-day reversal",
    cell: (row) => (row.isSameDayReversalEnabled ? "On" : "Off"),
  },
  { id: "id", minWidth: 136, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
  {
    id: "created",
    minWidth: 120,
    header: "Since",
    sortBy: TIME,
    cell: ({ createdAt }) => <Time at={createdAt} as="relative" />,
    isNumeric: true,
  },
];

export function MerchantsPage() {
  const trpc = useTRPC();
  const { values, at } = useNetwork();
  const filter = readNetworkList(values, MERCHANT_LIST);
  const { query, long } = useLongList(trpc.network.merchants.list, filter);
  return (
    <>
      <PageHead title="Merchants" purpose="Merchants of every tenant." />
      <Filters of={query} names={namesOf(MERCHANT_LIST)} first={<SearchField label="Name or ID" />}>
        <FilterChips
          label="Status"
          name="status"
          options={[
            { value: "active", label: "Active" },
            { value: "suspended", label: "Suspended" },
          ]}
        />
      </Filters>
      <ListStates
        query={query}
        what="Merchants"
        filters={namesOf(MERCHANT_LIST)}
        empty={
          <Empty icon={Store} title="No merchants yet">
            Each tenant starts with a default merchant and can add more.
          </Empty>
        }
        noResults="No merchants match these filters in this environment."
      >
        {(items) => (
          <LongTable
            {...long}
            label="Merchants"
            columns={COLUMNS}
            rows={items}
            grid={{ file: networkFile("merchants", filter) }}
            keyOf={({ id }) => id}
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
        )}
      </ListStates>
    </>
  );
}
