"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
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
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { LongTable } from "@/components/ui/tables/long/long-table";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { SearchField } from "@/components/ui/tables/search-field";
import { TIME } from "@/components/ui/tables/sort/sort";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Time } from "@/components/ui/values/time";
import { namesOf, readList } from "@/server/contracts/lists/filters";
import { CHARGE_LIST } from "@/server/contracts/lists/tenant";
import type { TenantCharge } from "@/server/trpc/types";
import { useListFile } from "../shell/use-list-file";
import { useTenant } from "../shell/use-tenant";
import { EXCEEDS } from "./exceeds";

const NAMES = namesOf(CHARGE_LIST);

const COLUMNS: readonly Column<TenantCharge>[] = [
  {
    id: "at",
    minWidth: 120,
    header: "Requested",
    sortBy: TIME,
    cell: ({ createdAt }) => <Time at={createdAt} as="relative" />,
  },
  { id: "status", minWidth: 172, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "merchant",
    minWidth: 150,
    isText: true,
    header: "Merchant",
    sortBy: { name: "merchant", first: "ascending" },
    cell: ({ merchant }) => merchant.name,
  },
  { id: "why", minWidth: 200, isText: true, header: "Asked because", cell: ({ exceeds }) => EXCEEDS[exceeds] },
  {
    id: "reference",
    minWidth: 130,
    isText: true,
    header: "Reference",
    cell: ({ merchantReference }) => <span className="text-13 text-muted">{merchantReference ?? "–"}</span>,
  },
  {
    id: "amount",
    minWidth: 140,
    header: "Amount",
    isNumeric: true,
    sortBy: { name: "amount", first: "descending" },
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

/** Charges outside an agreement's terms, which the member must approve. */
export function ChargeRequestsPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values } = useQueryString();
  const filter = readList(values, CHARGE_LIST);
  const { query: list, long } = useLongList(trpc.tenant.chargeRequests.list, { ...place, ...filter });
  const names = useQuery(trpc.tenant.merchants.names.queryOptions(place));
  const merchants = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const file = useListFile("charge-requests", filter);
  return (
    <>
      <PageHead
        title="Charge requests"
        purpose="Recurring charges outside the agreed terms, which the member approves or denies."
      />
      <Filters
        of={list}
        names={NAMES}
        first={<SearchField label="Search by ID or reference" placeholder="ID or reference" />}
      >
        <FilterChips label="Status" name="state" options={FILTERS.charges} />
        {merchants.length > 1 ? (
          <FilterSelect label="Merchant" name="merchant" all="All merchants" options={merchants} />
        ) : null}
      </Filters>
      <ListStates
        query={list}
        what="Charge requests"
        filters={NAMES}
        empty={
          <Empty icon={Hourglass} title="No charge requests yet">
            A charge with onExceed "ask" that is over the cap or early appears here, with the member’s answer.
          </Empty>
        }
        noResults="No charge request matches these filters. Search by the ID of the request, its agreement, or its member, or by the merchant’s reference."
      >
        {(items) => (
          <LongTable
            {...long}
            label="Charge requests"
            columns={COLUMNS}
            rows={items}
            grid={{ file }}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => pathOf(place, `charge-requests/${id}`)}
            headOf={({ merchant, status }) => ({
              title: `Charge request from ${merchant.name}`,
              below: <StatusBadge status={status} />,
            })}
            listRow={(charge) => <ListRow charge={charge} />}
          />
        )}
      </ListStates>
    </>
  );
}

function ListRow({ charge }: { readonly charge: TenantCharge }) {
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate text-14 font-medium">{charge.merchant.name}</span>
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
