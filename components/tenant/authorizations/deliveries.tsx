"use client";

import { type Place, pathOf } from "@/components/shared/console/use-place";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";

type Delivery = AuthorizationDetail["deliveries"][number];

const COLUMNS: readonly Column<Delivery>[] = [
  {
    id: "event",
    minWidth: 200,
    header: "Event",
    cell: ({ event }) => (
      <span translate="no" className="font-mono text-13">
        {event}
      </span>
    ),
  },
  { id: "at", minWidth: 228, header: "Time", cell: ({ createdAt }) => <Time at={createdAt} as="seconds" /> },
  { id: "status", minWidth: 144, header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { id: "url", minWidth: 160, isText: true, header: "Sent to", cell: ({ url }) => url },
  { id: "attempts", minWidth: 90, header: "Attempts", isNumeric: true, cell: ({ attempts }) => attempts },
  { id: "code", minWidth: 80, header: "Response", isNumeric: true, cell: ({ responseCode }) => responseCode ?? "–" },
];

export function Deliveries({ detail, place }: { readonly detail: AuthorizationDetail; readonly place: Place }) {
  if (detail.deliveries.length === 0) {
    return <p className="text-14 text-muted">No webhook was subscribed to this event.</p>;
  }
  return (
    <DataTable
      label="Webhook deliveries"
      columns={COLUMNS}
      rows={detail.deliveries}
      keyOf={({ id }) => id}
      hrefOf={({ id, subscriptionId }) => pathOf(place, `webhooks/${subscriptionId}/deliveries/${id}`)}
      listRow={({ event, createdAt, status }) => (
        <span className="flex items-center justify-between gap-3 text-14">
          <span className="min-w-0">
            <span translate="no" className="block truncate font-mono text-13">
              {event}
            </span>
            <span className="block text-13 text-muted">
              <Time at={createdAt} as="seconds" />
            </span>
          </span>
          <StatusBadge status={status} />
        </span>
      )}
    />
  );
}
