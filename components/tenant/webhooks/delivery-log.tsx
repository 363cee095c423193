"use client";

import { Inbox } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { FILTERS } from "@/components/shared/status/states";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterChip, FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { TIME } from "@/components/ui/tables/sort/sort";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Time } from "@/components/ui/values/time";
import { DELIVERY_STATES } from "@/server/contracts/choices";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import type { Delivery } from "@/server/trpc/types";
import { BulkAct } from "../bulk/bulk-act";
import { useBulkAct } from "../bulk/use-bulk-act";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { aboutOf, EVENT_CHOICES } from "./event-names";
import { ReplayEvents } from "./replay-events";
import { ReplayProgress } from "./replay-progress";

/**
 * The last attempt's result, duration, and number: "500 in 120 ms, 3 attempts". An error message comes last, because the cell
 * may truncate.
 */
function answerOf({ responseCode, error, durationMs, attempt }: Delivery): string {
  if (responseCode === null && error === null) return "None yet";
  const took = durationMs === null ? null : `${durationMs} ms`;
  const tries = attempt > 1 ? `${attempt} attempts` : null;
  const join = (parts: readonly (string | null)[], by: string) => parts.filter((part) => part !== null).join(by);
  if (responseCode !== null) return join([join([String(responseCode), took], " in "), tries], ", ");
  return join([join([took, tries], ", ") || null, error], ": ");
}

const COLUMNS: readonly Column<Delivery>[] = [
  { id: "event", minWidth: 196, header: "Event", sortBy: "event", cell: (row) => <EventName {...row} /> },
  {
    id: "status",
    minWidth: 140,
    header: "Status",
    sortBy: "status",
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    id: "answer",
    drops: 3,
    minWidth: 148,
    isText: true,
    header: "Response",
    sortBy: "-response",
    cell: (row) => <span className="text-muted">{answerOf(row)}</span>,
  },
  { id: "about", drops: 1, minWidth: 116, header: "About", cell: (row) => <About {...row} /> },
  { id: "amount", drops: 2, minWidth: 130, header: "Amount", isNumeric: true, cell: (row) => <Amount {...row} /> },
  {
    id: "created",
    minWidth: 236,
    header: "Happened",
    isNumeric: true,
    sortBy: TIME,
    cell: ({ created }) => (created ? <Time at={created} as="seconds" /> : null),
  },
];

function EventName({ event, isTest }: Delivery) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span translate="no" className="truncate font-mono text-13">
        {event}
      </span>
      {isTest ? <span className="shrink-0 text-13 text-muted">sample</span> : null}
    </span>
  );
}

function About({ event, payment }: Delivery) {
  if (payment.authorizationId !== null)
    return (
      <span translate="no" className="font-mono text-13">
        {payment.authorizationId}
      </span>
    );
  return <span className="text-13 text-muted">{aboutOf(event)}</span>;
}

function Amount({ amount, currency }: Delivery) {
  return amount === null || currency === null ? null : <Money amount={amount} currency={currency} />;
}

function ListRow(row: Delivery) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-14">
      <EventName {...row} />
      <StatusBadge status={row.status} />
      <span className="truncate text-13 text-muted">
        <About {...row} /> {answerOf(row)}
      </span>
      <span className="text-right text-13">
        <Amount {...row} />
      </span>
      <span className="col-span-2 text-13 text-muted">
        {row.created ? <Time at={row.created} as="seconds" /> : null}
      </span>
    </span>
  );
}

const isEligible = ({ status }: Delivery) => status !== "Webhook Delivered";

export function DeliveryLog({ id, isActive }: { readonly id: string; readonly isActive: boolean }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const { values, set } = useQueryString();
  const status = DELIVERY_STATES.find((state) => state === values.get("status")) ?? null;
  const event = EVENT_TYPES.find((type) => type === values.get("event")) ?? null;
  const list = useTenantList(trpc.tenant.webhooks.deliveries, "deliveries", { id });
  const { bulk, ...retrying } = useBulkAct<Delivery>("retry_deliveries", { subject: id, isEligible });
  return (
    <section>
      <SectionHead title="Deliveries">
        {isActive && may("manage_webhooks") ? (
          <ReplayEvents
            id={id}
            initial={status === null || status === "pending" ? { event } : { event, outcomes: [status] }}
            size="small"
          />
        ) : null}
      </SectionHead>
      <ReplayProgress id={id} />
      <BulkAct {...retrying} />
      <ListSection
        list={list}
        filters={
          <>
            <FilterChips label="Status" name="status" options={FILTERS.deliveries} />
            <FilterSelect label="Event" name="event" all="All events" options={EVENT_CHOICES} />
            {values.get("replay") ? <FilterChip onClear={() => set({ replay: null })}>Of one replay</FilterChip> : null}
          </>
        }
        what="The deliveries"
        skeleton={4}
        empty={
          <Empty icon={Inbox} title="Nothing sent yet">
            Send a test event or make an authorization. Deliveries appear here.
          </Empty>
        }
        noResults="No delivery matches these filters."
        label="Deliveries"
        columns={COLUMNS}
        grid={{ bulk }}
        hrefOf={(row) => pathOf(place, `webhooks/${id}/deliveries/${row.id}`)}
        listRow={ListRow}
      />
    </section>
  );
}
