"use client";

import { ScrollText } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterChip, FilterSelect } from "@/components/ui/tables/filter-field";
import { Filters } from "@/components/ui/tables/filters";
import { ListStates } from "@/components/ui/tables/list-states";
import { LongTable } from "@/components/ui/tables/long/long-table";
import { useLongList } from "@/components/ui/tables/long/use-long-list";
import { SearchField } from "@/components/ui/tables/search-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { namesOf, readList } from "@/server/contracts/lists/filters";
import { REQUEST_LIST } from "@/server/contracts/lists/tenant";
import { FirstRun } from "../shell/first-run";
import { useListFile } from "../shell/use-list-file";
import { ErrorGroups } from "./error-groups";
import { OPERATIONS, shortKey } from "./operations";
import { REQUEST_COLUMNS, RequestRow } from "./request-columns";

const CLASSES = [
  { value: "2", label: "2xx" },
  { value: "4", label: "4xx" },
  { value: "5", label: "5xx" },
] as const;

const KEYLESS = [{ value: "yes", label: "No Idempotency-Key" }] as const;

const choiceOf = (operation: string) => ({ value: operation, label: operation });

/** Adds a rare operation to the options while it is the filter's value. */
function operationsWith(chosen: string | undefined) {
  const all: readonly string[] = OPERATIONS;
  return (chosen === undefined || all.includes(chosen) ? all : [...all, chosen]).map(choiceOf);
}

const NAMES = namesOf(REQUEST_LIST);
const NONE = Object.fromEntries(NAMES.map((name) => [name, null]));

/** Every authenticated request of the last 30 days. */
export function RequestsPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { values, set } = useQueryString();
  const filter = readList(values, REQUEST_LIST);
  const { query: list, long } = useLongList(trpc.tenant.requests.list, { ...place, ...filter });
  const file = useListFile("logs", filter);
  return (
    <>
      <PageHead title="Request log" purpose="Authenticated requests from the last 30 days. Secrets are never stored." />
      <ErrorGroups />
      <Filters
        of={list}
        names={NAMES}
        first={<SearchField label="Idempotency key" name="idempotencyKey" aside={NONE} />}
        second={
          <SearchField
            label="Request ID"
            placeholder="Request ID (X-Request-Id)"
            name="requestId"
            isFirst={false}
            aside={NONE}
          />
        }
      >
        <FilterChips label="Status" name="class" options={CLASSES} />
        <FilterChips label="Moved money without a key" name="keyless" options={KEYLESS} />
        <FilterSelect
          label="Operation"
          name="operation"
          all="All operations"
          options={operationsWith(filter.operation)}
        />
        {filter.error ? <FilterChip onClear={() => set({ error: null })}>Error {filter.error}</FilterChip> : null}
        {filter.key ? <FilterChip onClear={() => set({ key: null })}>Key {shortKey(filter.key)}</FilterChip> : null}
      </Filters>
      <ListStates
        query={list}
        what="The log"
        skeleton={6}
        filters={NAMES}
        empty={
          <div className="flex flex-col gap-6">
            <FirstRun />
            <Empty icon={ScrollText} title="No requests yet">
              Requests made with your keys appear here within a second.
            </Empty>
          </div>
        }
        noResults="No request in the last 30 days matches. Requests appear within a second."
      >
        {(items) => (
          <LongTable
            {...long}
            label="Requests"
            columns={REQUEST_COLUMNS}
            rows={items}
            grid={{ file }}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => pathOf(place, `logs/${id}`)}
            headOf={({ method, path }) => ({
              title: (
                <span translate="no" className="font-mono text-20">
                  {method} {path}
                </span>
              ),
            })}
            listRow={RequestRow}
          />
        )}
      </ListStates>
    </>
  );
}
