"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { PageHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { SearchField } from "@/components/ui/tables/search-field";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { NetworkMerchant } from "@/server/trpc/types";
import { Listing } from "../shell/listing";
import { MERCHANT_FILTERS, readFilter } from "../shell/place";
import { useNetwork } from "../shell/use-network";

const COLUMNS: readonly Column<NetworkMerchant>[] = [
  { id: "name", header: "Merchant", cell: ({ name }) => name },
  { id: "tenant", header: "Tenant", cell: ({ tenantTitle }) => tenantTitle },
  { id: "status", header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "mcc", header: "MCC", cell: ({ mcc }) => <span className="tabular-nums">{mcc}</span> },
  { id: "reversal", header: "Same-day reversal", cell: (row) => (row.isSameDayReversalEnabled ? "On" : "Off") },
  { id: "id", header: "Id", cell: ({ id }) => <CopyId id={id} /> },
  { id: "created", header: "Since", cell: ({ createdAt }) => <Time at={createdAt} as="relative" />, isNumeric: true },
];

/** Merchants of every tenant. */
export function MerchantsPage() {
  const trpc = useTRPC();
  const { values, at } = useNetwork();
  const query = useQuery({
    ...trpc.network.merchants.list.queryOptions(readFilter(values, MERCHANT_FILTERS)),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title="Merchants" purpose="Merchants of every tenant." />
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <SearchField label="Name or id" />
        <FilterChips
          label="Status"
          name="status"
          options={[
            { value: "active", label: "Active" },
            { value: "suspended", label: "Suspended" },
          ]}
        />
      </div>
      <Listing
        query={query}
        what="Merchants"
        filters={MERCHANT_FILTERS}
        icon={Store}
        empty="Each tenant starts with a default merchant and can add more."
      >
        {(items) => (
          <DataTable
            label="Merchants"
            columns={COLUMNS}
            rows={items}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => at(`/network/merchants/${id}`)}
            phoneRow={(merchant) => (
              <>
                <span className="flex items-center justify-between gap-3">
                  <span className="min-w-0 truncate text-14 font-medium">{merchant.name}</span>
                  <StatusBadge status={merchant.status} />
                </span>
                <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
                  <span className="min-w-0 truncate">{merchant.tenantTitle}</span>
                  <span className="tabular-nums">{merchant.mcc}</span>
                </span>
              </>
            )}
          />
        )}
      </Listing>
    </>
  );
}
