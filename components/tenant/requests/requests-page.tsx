"use client";

import { ScrollText } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterChip, FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { SearchField } from "@/components/ui/tables/search-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { FirstRun } from "../shell/first-run";
import { useTenantList } from "../shell/use-tenant-list";
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
function operationsWith(chosen: string | null) {
  const all: readonly string[] = OPERATIONS;
  return (chosen === null || all.includes(chosen) ? all : [...all, chosen]).map(choiceOf);
}

/** Every authenticated request of the last 30 days. */
export function RequestsPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { values, set } = useQueryString();
  const [operation, error, key] = [values.get("operation"), values.get("error"), values.get("key")];
  const list = useTenantList(trpc.tenant.requests.list, "logs");
  return (
    <>
      <PageHead title="Request log" purpose="Authenticated requests from the last 30 days. Secrets are never stored." />
      <ErrorGroups />
      <ListSection
        list={list}
        first={<SearchField label="Idempotency key" name="idempotencyKey" isAlone />}
        second={
          <SearchField
            label="Request ID"
            placeholder="Request ID (X-Request-Id)"
            name="requestId"
            isFirst={false}
            isAlone
          />
        }
        filters={
          <>
            <FilterChips label="Status" name="class" options={CLASSES} />
            <FilterChips label="Moved money without a key" name="keyless" options={KEYLESS} />
            <FilterSelect label="Operation" name="operation" all="All operations" options={operationsWith(operation)} />
            {error ? <FilterChip onClear={() => set({ error: null })}>Error {error}</FilterChip> : null}
            {key ? <FilterChip onClear={() => set({ key: null })}>Key {shortKey(key)}</FilterChip> : null}
          </>
        }
        what="The log"
        skeleton={6}
        empty={
          <div className="flex flex-col gap-6">
            <FirstRun />
            <Empty icon={ScrollText} title="No requests yet">
              Requests made with your keys appear here within a second.
            </Empty>
          </div>
        }
        noResults="No request in the last 30 days matches. Requests appear within a second."
        label="Requests"
        columns={REQUEST_COLUMNS}
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
    </>
  );
}
