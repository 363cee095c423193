"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { AMOUNT_COLUMN, timeColumn } from "@/components/shared/console/columns";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { FILTERS } from "@/components/shared/status/states";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { Time } from "@/components/ui/values/time";
import type { TenantCharge } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { EXCEEDS } from "./exceeds";

const COLUMNS: readonly Column<TenantCharge>[] = [
  timeColumn("Requested", { id: "at" }),
  { id: "status", minWidth: 172, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "merchant",
    minWidth: 150,
    isText: true,
    header: "Merchant",
    sortBy: "merchant",
    cell: ({ merchantName }) => merchantName,
  },
  { id: "why", minWidth: 200, isText: true, header: "Asked because", cell: ({ exceeds }) => EXCEEDS[exceeds] },
  {
    id: "reference",
    minWidth: 130,
    isText: true,
    header: "Reference",
    cell: ({ merchantReference }) => <span className="text-13 text-muted">{merchantReference ?? "–"}</span>,
  },
  AMOUNT_COLUMN,
];

/** Charges outside an agreement's terms, which the member must approve. */
export function ChargeRequestsPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const list = useTenantList(trpc.tenant.chargeRequests.list, "charge-requests");
  const names = useQuery(trpc.tenant.merchants.names.queryOptions(place));
  const merchants = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <PageHead
        title="Charge requests"
        purpose="Recurring charges outside the agreed terms, which the member approves or denies."
      />
      <ListSection
        list={list}
        first={<SearchField label="Search by ID or reference" placeholder="ID or reference" />}
        filters={
          <>
            <FilterChips label="Status" name="state" options={FILTERS.charges} />
            {merchants.length > 1 ? (
              <FilterSelect label="Merchant" name="merchant" all="All merchants" options={merchants} />
            ) : null}
          </>
        }
        what="Charge requests"
        empty={
          <Empty icon={Hourglass} title="No charge requests yet">
            A charge with onExceed "ask" that is over the cap or early appears here, with the member’s answer.
          </Empty>
        }
        noResults="No charge request matches these filters. Search by the ID of the request, its agreement, or its member, or by the merchant’s reference."
        label="Charge requests"
        columns={COLUMNS}
        hrefOf={({ id }) => pathOf(place, `charge-requests/${id}`)}
        headOf={({ merchantName, status }) => ({
          title: `Charge request from ${merchantName}`,
          below: <StatusBadge status={status} />,
        })}
        listRow={(charge) => <ListRow charge={charge} />}
      />
    </>
  );
}

function ListRow({ charge }: { readonly charge: TenantCharge }) {
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate text-14 font-medium">{charge.merchantName}</span>
        <span className="block truncate text-13 text-muted">
          <Time at={charge.createdAt} as="relative" />
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 text-14">
        <Money amount={charge.amount} currency={charge.currency} />
        <StatusBadge status={charge.status} />
      </span>
    </span>
  );
}
