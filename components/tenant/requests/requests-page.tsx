"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterSelect } from "@/components/ui/tables/filter-field";
import { SavedViews } from "@/components/ui/tables/grid/saved-views";
import { NewerOlder } from "@/components/ui/tables/newer-older";
import { SearchField } from "@/components/ui/tables/search-field";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Time } from "@/components/ui/values/time";
import type { LoggedRequest } from "@/server/trpc/types";
import { FirstRun } from "../shell/first-run";
import { useListFile } from "../shell/use-list-file";
import { ErrorGroups } from "./error-groups";
import { OPERATIONS, shortKey } from "./operations";
import { StatusCode } from "./status-code";

const CLASSES = [
  { value: "2", label: "2xx" },
  { value: "4", label: "4xx" },
  { value: "5", label: "5xx" },
] as const;

const choiceOf = (operation: string) => ({ value: operation, label: operation });

/** One that is rarely asked for is a choice while it is chosen. */
function operationsWith(chosen: string | null) {
  const all: readonly string[] = OPERATIONS;
  return (chosen === null || all.includes(chosen) ? all : [...all, chosen]).map(choiceOf);
}

const FILTERS = {
  class: null,
  operation: null,
  error: null,
  key: null,
  idempotencyKey: null,
  requestId: null,
} as const;

/** What the status alone doesn't say. */
function outcomeOf({ errorCode, isReplay }: LoggedRequest): string | null {
  return errorCode ?? (isReplay ? "replayed" : null);
}

const COLUMNS: readonly Column<LoggedRequest>[] = [
  {
    id: "request",
    room: 284,
    isText: true,
    header: "Request",
    cell: ({ method, path }) => (
      <span className="font-mono text-13">
        <span className="text-muted">{method}</span> {path}
      </span>
    ),
  },
  { id: "status", room: 90, header: "Status", cell: ({ status }) => <StatusCode status={status} /> },
  {
    id: "error",
    room: 180,
    isText: true,
    header: "Outcome",
    cell: (row) => <span className="text-13 text-muted">{outcomeOf(row)}</span>,
  },
  {
    id: "key",
    room: 150,
    header: "Key",
    cell: ({ keyId }) => <span className="font-mono text-13 whitespace-nowrap text-muted">{shortKey(keyId)}</span>,
  },
  { id: "duration", room: 90, header: "Took", isNumeric: true, cell: ({ durationMs }) => `${durationMs} ms` },
  {
    id: "at",
    room: 120,
    header: "At",
    isNumeric: true,
    cell: ({ createdAt }) => <Time at={createdAt} as="relative" />,
  },
];

function ListRow(row: LoggedRequest) {
  const { method, path, status, keyId, createdAt } = row;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-14">
      <span className="truncate font-mono text-13">
        <span className="text-muted">{method}</span> {path}
      </span>
      <StatusCode status={status} />
      <span className="truncate text-13 text-muted">
        {outcomeOf(row) ?? <span className="font-mono">{shortKey(keyId)}</span>}
      </span>
      <span className="text-right text-13 text-muted">
        <Time at={createdAt} as="relative" />
      </span>
    </span>
  );
}

/** Every authenticated request of the last 30 days: what was asked, and what it came to. */
export function RequestsPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { values, set } = useQueryString();
  const statusClass = CLASSES.find(({ value }) => value === values.get("class"))?.value ?? null;
  const input = {
    ...place,
    statusClass,
    operation: values.get("operation"),
    key: values.get("key"),
    error: values.get("error"),
    idempotencyKey: values.get("idempotencyKey"),
    requestId: values.get("requestId"),
    cursor: values.get("cursor"),
  };
  const list = useQuery({ ...trpc.tenant.requests.list.queryOptions(input), placeholderData: keepPreviousData });
  const items = list.data?.items ?? [];
  const file = useListFile("logs", input);
  const isFiltered = Object.keys(FILTERS).some((name) => values.get(name));
  return (
    <>
      <PageHead title="Request log" purpose="Authenticated requests from the last 30 days. Secrets are never stored." />
      <ErrorGroups />
      <div className="mb-6 flex flex-col gap-4">
        <div className="grid grid-cols-1 gap-2 md:max-w-[848px] md:grid-cols-2">
          <SearchField label="Idempotency key" name="idempotencyKey" aside={FILTERS} />
          <SearchField
            label="Request ID"
            placeholder="Request ID (X-Request-Id)"
            name="requestId"
            isFirst={false}
            aside={FILTERS}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <FilterChips label="Status" name="class" options={CLASSES} />
          <FilterSelect
            label="Operation"
            name="operation"
            all="All operations"
            options={operationsWith(input.operation)}
          />
          {input.error ? (
            <Button size="small" onClick={() => set({ error: null })}>
              Error {input.error}: show all
            </Button>
          ) : null}
          {input.key ? (
            <Button size="small" onClick={() => set({ key: null })}>
              Key {shortKey(input.key)}: show all
            </Button>
          ) : null}
          {isFiltered ? (
            <Button size="small" look="quiet" onClick={() => set(FILTERS)}>
              Clear filters
            </Button>
          ) : null}
          <SavedViews />
        </div>
      </div>
      {list.isPending ? <SkeletonRows rows={6} /> : null}
      {list.isError && !list.data ? (
        <Failure what="The log" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <div className="flex flex-col gap-6">
          {isFiltered ? null : <FirstRun />}
          <Empty icon={ScrollText} title={isFiltered ? "No such request" : "No requests yet"}>
            {isFiltered
              ? "No request in the last 30 days matches. Requests appear within a second."
              : "Requests made with your keys appear here within a second."}
          </Empty>
        </div>
      ) : null}
      {items.length > 0 ? (
        <DataTable
          label="Requests"
          columns={COLUMNS}
          rows={items}
          grid={{ file }}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => pathOf(place, `logs/${id}`)}
          headOf={({ method, path }) => ({
            title: (
              <span className="font-mono text-20">
                {method} {path}
              </span>
            ),
          })}
          listRow={ListRow}
        />
      ) : null}
      <NewerOlder next={list.data?.next ?? null} isBusy={list.isPlaceholderData} />
    </>
  );
}
