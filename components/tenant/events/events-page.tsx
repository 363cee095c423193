"use client";

import { Zap } from "lucide-react";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChip, FilterDays, FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { shortId } from "@/components/ui/values/short-id";
import { Time } from "@/components/ui/values/time";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import type { ListedEvent } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { aboutOf, EVENT_CHOICES } from "../webhooks/event-names";
import { ReplayEvents } from "../webhooks/replay-events";

const COLUMNS: readonly Column<ListedEvent>[] = [
  {
    id: "event",
    minWidth: 240,
    isText: true,
    header: "Event",
    cell: ({ event }) => (
      <span translate="no" className="font-mono text-13">
        {event}
      </span>
    ),
  },
  { id: "about", drops: 1, minWidth: 150, header: "About", cell: (row) => <About {...row} /> },
  { id: "amount", drops: 2, minWidth: 130, header: "Amount", isNumeric: true, cell: (row) => <Amount {...row} /> },
  {
    id: "created",
    minWidth: 236,
    header: "Happened",
    isNumeric: true,
    cell: ({ createdAt }) => <Time at={createdAt} as="seconds" />,
  },
];

function About({ event, authorizationId }: ListedEvent) {
  if (authorizationId !== null)
    return (
      <span translate="no" className="font-mono text-13">
        {authorizationId}
      </span>
    );
  return <span className="text-13 text-muted">{aboutOf(event)}</span>;
}

function Amount({ amount, currency }: ListedEvent) {
  return amount === null || currency === null ? null : <Money amount={amount} currency={currency} />;
}

function ListRow(row: ListedEvent) {
  return (
    <span className="flex flex-col gap-1 text-14">
      <span className="flex items-center justify-between gap-3">
        <span translate="no" className="min-w-0 truncate font-mono text-13">
          {row.event}
        </span>
        <span className="shrink-0 text-13">
          <Amount {...row} />
        </span>
      </span>
      <span className="flex items-center justify-between gap-3 text-13 text-muted">
        <span className="min-w-0 truncate">
          <About {...row} />
        </span>
        <span className="shrink-0">
          <Time at={row.createdAt} as="seconds" />
        </span>
      </span>
    </span>
  );
}

/** The tenant's events of the last 30 days, whether or not a webhook received them. */
export function EventsPage() {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const { values, set } = useQueryString();
  const list = useTenantList(trpc.tenant.webhooks.events, null);
  const event = EVENT_TYPES.find((type) => type === values.get("event")) ?? null;
  const [record, from, to] = [values.get("record"), values.get("from"), values.get("to")];
  const replay = may("manage_webhooks") ? <ReplayEvents id={null} initial={{ event, from, to }} /> : null;
  return (
    <>
      <PageHead
        title="Events"
        purpose="Everything that happened in the last 30 days, whether or not a webhook received it."
        action={replay}
      />
      {replay ? <div className="mb-4 lg:hidden">{replay}</div> : null}
      <ListSection
        list={list}
        filters={
          <>
            <FilterSelect label="Event" name="event" all="All events" options={EVENT_CHOICES} />
            <FilterDays from="from" to="to" zoneHref={pathOf(place, "settings")} />
            {record ? <FilterChip onClear={() => set({ record: null })}>About {shortId(record)}</FilterChip> : null}
          </>
        }
        what="The events"
        skeleton={6}
        empty={
          <Empty icon={Zap} title="No events yet">
            Authorize a payment, and its events appear here. Webhooks receive the types they subscribe to.
          </Empty>
        }
        noResults="No event matches these filters."
        label="Events"
        columns={COLUMNS}
        hrefOf={({ id }) => pathOf(place, `events/${id}`)}
        headOf={({ event: type }) => ({
          title: (
            <span translate="no" className="font-mono text-20">
              {type}
            </span>
          ),
        })}
        listRow={ListRow}
      />
    </>
  );
}
