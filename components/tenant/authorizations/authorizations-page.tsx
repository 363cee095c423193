"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { FILTERS } from "@/components/shared/status/states";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Skeleton } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterAmounts, FilterDays, FilterSelect } from "@/components/ui/tables/filter-field";
import type { Grid } from "@/components/ui/tables/grid/grid";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { UNINDEXED_FILTERS } from "@/server/contracts/choices";
import { CURRENCIES } from "@/server/contracts/currencies";
import { DECLINE_REASONS } from "@/server/contracts/decline-reasons";
import type { TenantAuthorization } from "@/server/trpc/types";
import { exportOf } from "../exports/export-of";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { authorizationTable } from "./authorization-table";
import { WAY_OPTIONS } from "./paid-with";
import { Sums, useSums } from "./sums";

const REASON_OPTIONS = Object.entries(DECLINE_REASONS)
  .map(([value, { title }]) => ({ value, label: `${title} · ${value}` }))
  .sort((one, other) => one.label.localeCompare(other.label));

export function AuthorizationsPage() {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { values, filters } = useQueryString();
  const list = useTenantList(trpc.tenant.authorizations.list, "authorizations");
  const names = useQuery(trpc.tenant.merchants.names.queryOptions(place));
  const merchants = (names.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { currency: _, ...others } = filters;
  const sums = useQuery(trpc.tenant.authorizations.sum.queryOptions({ ...place, ...others }));
  const { data: total, isPlaceholderData: isOfBefore } = useSums(filters);
  const used: readonly string[] = sums.data?.isMore
    ? CURRENCIES
    : (sums.data?.sums ?? []).map(({ currency }) => currency);
  const chosen = values.get("currency");
  const currencies = (chosen && !used.includes(chosen) ? [chosen, ...used] : used).map((code) => ({
    value: code,
    label: code,
  }));
  const grid: Grid<TenantAuthorization> = {
    summary: <Sums filter={filters} />,
    ...(list.file
      ? {
          file: {
            ...list.file,
            ifLarge: total?.isMore && !isOfBefore ? exportOf(pathOf(place, "exports"), filters) : undefined,
          },
        }
      : {}),
    peek: ({ id }) => <LatePeek id={id} />,
  };
  return (
    <>
      <PageHead title="Authorizations" purpose="Every payment request and its outcome." />
      <ListSection
        list={list}
        counted={total}
        first={<SearchField label="Search by name, amount, or any ID" placeholder="Name, amount, or ID" />}
        filters={
          <>
            <FilterChips label="Status" name="state" options={FILTERS.authorizations} />
            {merchants.length > 1 ? (
              <FilterSelect label="Merchant" name="merchant" all="All merchants" options={merchants} />
            ) : null}
            <FilterSelect label="Paid with" name="way" all="Paid with anything" options={WAY_OPTIONS} />
            {currencies.length > 1 || values.get("currency") ? (
              <FilterSelect label="Currency" name="currency" all="All currencies" options={currencies} />
            ) : null}
            <FilterAmounts least="least" most="most" />
            <FilterSelect label="Decline reason" name="reason" all="Any reason" options={REASON_OPTIONS} />
            <FilterDays from="from" to="to" zoneHref={pathOf(place, "settings")} />
          </>
        }
        note={
          UNINDEXED_FILTERS.some((name) => values.get(name)) ? (
            <p className="mb-3 text-13 text-muted">
              Searches the newest 10,000 payments in this range. Choose earlier days to look further back.
            </p>
          ) : null
        }
        what="Authorizations"
        skeleton={10}
        empty={
          <Empty icon={CreditCard} title="No authorizations yet">
            Requests to POST /v1/authorizations and your merchants’ payments appear here.
          </Empty>
        }
        noResults="No authorization matches your search and filters. It may be in the other environment."
        {...authorizationTable({ place })}
        grid={grid}
      />
    </>
  );
}

const loadPeek = () => import("./authorization-peek").then((module) => module.AuthorizationPeek);

/** Lazy: most visits to a list open no preview. */
function LatePeek({ id }: { readonly id: string }) {
  const Peek = useLazyWhenOpen(loadPeek, true, () => undefined);
  return Peek ? <Peek id={id} /> : <Skeleton className="h-96 w-full" />;
}
