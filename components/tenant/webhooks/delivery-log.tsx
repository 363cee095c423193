"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { NewerOlder } from "@/components/ui/tables/newer-older";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Time } from "@/components/ui/values/time";
import type { Delivery } from "@/server/trpc/types";
import { EVENTS, isEventName } from "./event-names";
import { ReplayFailed } from "./replay-failed";
import { ReplayProgress } from "./replay-progress";
import { useBulkRetry } from "./use-bulk-retry";

const STATES = [
  { value: "delivered", label: "Delivered" },
  { value: "pending", label: "Pending" },
  { value: "failed", label: "Failed" },
  { value: "exhausted", label: "Retry exhausted" },
] as const;

/** What the last attempt came to, how long it took, and which it was: "500 in 120 ms, 3 attempts". Only words may be cut off. */
function answerOf({ responseCode, error, durationMs, attempt }: Delivery): string {
  if (responseCode === null && error === null) return "None yet";
  const took = durationMs === null ? null : `${durationMs} ms`;
  const tries = attempt > 1 ? `${attempt} attempts` : null;
  const join = (parts: readonly (string | null)[], by: string) => parts.filter((part) => part !== null).join(by);
  if (responseCode !== null) return join([join([String(responseCode), took], " in "), tries], ", ");
  return join([join([took, tries], ", ") || null, error], ": ");
}

const COLUMNS: readonly Column<Delivery>[] = [
  { id: "event", room: 196, header: "Event", cell: (row) => <EventName {...row} /> },
  { id: "status", room: 140, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: "answer",
    room: 170,
    isText: true,
    header: "Response",
    cell: (row) => <span className="text-muted">{answerOf(row)}</span>,
  },
  {
    id: "payment",
    room: 92,
    header: "Payment",
    cell: ({ payment }) => <span className="font-mono text-13">{payment.authorizationId ?? "None"}</span>,
  },
  {
    id: "amount",
    room: 100,
    header: "Amount",
    isNumeric: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    id: "created",
    room: 190,
    header: "Happened",
    isNumeric: true,
    cell: ({ created }) => (created ? <Time at={created} as="seconds" /> : null),
  },
];

function EventName({ event, isTest }: Delivery) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span className="truncate font-mono text-13">{event}</span>
      {isTest ? <span className="shrink-0 text-13 text-muted">sample</span> : null}
    </span>
  );
}

function ListRow(row: Delivery) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-14">
      <EventName {...row} />
      <StatusBadge status={row.status} />
      <span className="truncate text-13 text-muted">
        <span className="font-mono">{row.payment.authorizationId}</span> {answerOf(row)}
      </span>
      <span className="text-right text-13">
        <Money amount={row.amount} currency={row.currency} />
      </span>
      <span className="col-span-2 text-13 text-muted">
        {row.created ? <Time at={row.created} as="seconds" /> : null}
      </span>
    </span>
  );
}

/** Every event on its way to one receiver. */
export function DeliveryLog({ id, isActive }: { readonly id: string; readonly isActive: boolean }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { values, set } = useQueryString();
  const status = STATES.find(({ value }) => value === values.get("status"))?.value ?? null;
  const named = values.get("event");
  const event = isEventName(named) ? named : null;
  const input = { ...place, id, status, event, cursor: values.get("cursor") };
  const log = useQuery({ ...trpc.tenant.webhooks.deliveries.queryOptions(input), placeholderData: keepPreviousData });
  const items = log.data?.items ?? [];
  const bulk = useBulkRetry(id);
  const isFiltered = status !== null || event !== null;
  return (
    <section>
      <SectionHead title="Deliveries">
        {/* As high with the button as without: it comes and goes with what has failed. */}
        <div className="flex h-9 items-center">
          {isActive && status !== "delivered" && status !== "pending" ? (
            <ReplayFailed id={id} status={status} event={event} />
          ) : null}
        </div>
      </SectionHead>
      <ReplayProgress id={id} />
      <div className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
        <FilterChips label="Status" name="status" options={STATES} />
        <FilterChips label="Event" name="event" options={EVENTS} />
      </div>
      {log.isPending ? <SkeletonRows rows={4} /> : null}
      {log.isError && !log.data ? (
        <Failure what="The deliveries" error={log.error} onRetry={() => void log.refetch()} />
      ) : null}
      {log.data && items.length === 0 ? (
        <Empty
          icon={Inbox}
          title={isFiltered ? "No matching deliveries" : "Nothing sent yet"}
          action={isFiltered ? <Button onClick={() => set({ status: null, event: null })}>Clear filters</Button> : null}
        >
          {isFiltered
            ? "No delivery matches these filters."
            : "Send a test event or make an authorization. Deliveries appear here."}
        </Empty>
      ) : null}
      {items.length > 0 ? (
        <DataTable
          label="Deliveries"
          columns={COLUMNS}
          rows={items}
          grid={{ bulk }}
          keyOf={(row) => row.id}
          hrefOf={(row) => pathOf(place, `webhooks/${id}/deliveries/${row.id}`)}
          listRow={ListRow}
        />
      ) : null}
      <NewerOlder next={log.data?.next ?? null} isBusy={log.isPlaceholderData} />
    </section>
  );
}
