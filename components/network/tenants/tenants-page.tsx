"use client";

import { Building2 } from "lucide-react";
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
import { capitalized } from "@/server/contracts/text/capitalized";
import type { ListedTenant } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";
import { OnboardTenant } from "./onboard-tenant";

const COLUMNS: readonly Column<ListedTenant>[] = [
  { id: "title", minWidth: 200, isText: true, header: "Tenant", sortBy: "name", cell: ({ title }) => title },
  {
    id: "status",
    minWidth: 116,
    header: "Status",
    sortBy: "status",
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { id: "live", minWidth: 116, header: "Live", cell: ({ live }) => <StatusBadge status={live} /> },
  {
    id: "tier",
    minWidth: 96,
    header: "Tier",
    sortBy: "-tier",
    cell: ({ rateLimitTier }) => capitalized(rateLimitTier),
  },
  { id: "merchants", minWidth: 104, header: "Merchants", cell: ({ merchantCount }) => merchantCount, isNumeric: true },
  {
    id: "members",
    minWidth: 96,
    header: "Members",
    cell: ({ memberCount }) => formatCount(memberCount),
    isNumeric: true,
  },
  { id: "keys", minWidth: 64, header: "Keys", cell: ({ keyCount }) => keyCount, isNumeric: true },
  timeColumn("Since", { isNumeric: true }),
];

function formatCount(count: number): string {
  return count >= 1_000 ? "1,000+" : String(count);
}

export function TenantsPage() {
  const trpc = useTRPC();
  const { at } = useNetwork();
  const list = useNetworkList(trpc.network.tenants.list, "tenants");
  return (
    <>
      <PageHead
        title="Tenants"
        purpose="Organizations that take payments and issue to members."
        action={<OnboardTenant />}
      />
      <div className="mb-4 lg:hidden">
        <OnboardTenant />
      </div>
      <ListSection
        list={list}
        first={<SearchField label="Name, slug, or ID" />}
        filters={
          <>
            <FilterChips label="Status" name="status" options={FILTERS.access} />
            <FilterChips
              label="Live"
              name="live"
              options={[
                { value: "asked", label: "Requested live access" },
                { value: "approved", label: "Live" },
              ]}
            />
            <FilterChips
              label="Tier"
              name="tier"
              options={["sandbox", "standard", "plus", "network"].map((tier) => ({
                value: tier,
                label: `${capitalized(tier)} tier`,
              }))}
            />
          </>
        }
        what="Tenants"
        empty={
          <Empty icon={Building2} title="No tenants yet">
            Onboard the first organization. It gets a default merchant in each environment.
          </Empty>
        }
        noResults="No tenants match these filters."
        label="Tenants"
        columns={COLUMNS}
        hrefOf={({ slug }) => at(`/network/tenants/${slug}`)}
        headOf={({ title }) => ({ title })}
        listRow={(tenant) => (
          <>
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate text-14 font-medium">{tenant.title}</span>
              <StatusBadge status={tenant.status} />
            </span>
            <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
              <span>{capitalized(tenant.rateLimitTier)} tier</span>
              <span>{tenant.live === "asked" ? "Requested live access" : tenant.live}</span>
            </span>
          </>
        )}
      />
    </>
  );
}
