"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { FILTERS } from "@/components/shared/status/states";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterDays, FilterSelect } from "@/components/ui/tables/filter-field";
import { Filters } from "@/components/ui/tables/filters";
import type { Grid } from "@/components/ui/tables/grid/grid";
import { ListStates } from "@/components/ui/tables/list-states";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { NoResults } from "@/components/ui/tables/no-results";
import { SearchField } from "@/components/ui/tables/search-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import type { TenantAuthorization } from "@/server/trpc/types";
import { exportOf } from "../exports/export-of";
import { useListFile } from "../shell/use-list-file";
import { useTenant } from "../shell/use-tenant";
import { AuthorizationList } from "./authorization-table";
import { filterOf, sumFilterOf } from "./filter";
import { LatePeek } from "./late-peek";
import { Sums } from "./sums";

const NAMES = ["state", "merchant", "member", "from", "to", "search"];

/** Every authorization of the tenant, found by any id that has to do with it. */
export function AuthorizationsPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values } = useQueryString();
  const filter = filterOf(values);
  const client = useTRPCClient();
  const { query: list, long } = useLongList(
    { ...place, ...filter },
    { keyOf: trpc.tenant.authorizations.list.queryKey, ask: (input) => client.tenant.authorizations.list.query(input) },
  );
  const names = useQuery(trpc.tenant.merchants.names.queryOptions(place));
  const merchants = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isFiltered = NAMES.some((name) => values.get(name));
  const grid: Grid<TenantAuthorization> = {
    summary: <Sums filter={sumFilterOf(values)} />,
    file: { ...useListFile("authorizations", filter), ifLarge: exportOf(place, filter) },
    peek: ({ id }) => <LatePeek id={id} />,
  };
  return (
    <>
      <PageHead title="Authorizations" purpose="Every payment request and its outcome." />
      <Filters
        of={list}
        names={NAMES}
        first={<SearchField label="Search by any ID" placeholder="ID, reference, idempotency key" />}
      >
        <FilterChips label="Status" name="state" options={FILTERS.authorizations} />
        {merchants.length > 1 ? (
          <FilterSelect label="Merchant" name="merchant" all="All merchants" options={merchants} />
        ) : null}
        <FilterDays from="from" to="to" zoneHref={pathOf(place, "settings")} />
      </Filters>
      <ListStates query={list} what="Authorizations" skeleton={10} empty={<Nothing isFiltered={isFiltered} />}>
        {(items) => <AuthorizationList items={items} place={place} grid={grid} {...long} />}
      </ListStates>
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Empty icon={CreditCard} title="No authorizations yet">
        Requests to POST /v1/authorizations and your merchants’ payments appear here.
      </Empty>
    );
  }
  return (
    <NoResults names={NAMES}>
      No authorization matches this ID and these filters. It may be in the other environment.
    </NoResults>
  );
}
