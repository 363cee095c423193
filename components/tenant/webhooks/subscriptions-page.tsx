"use client";

import { Plus, Webhook } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { FILTERS } from "@/components/shared/status/states";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Empty } from "@/components/ui/feedback/states";
import { PageHead } from "@/components/ui/layout/page-head";
import type { Column } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { ListSection } from "@/components/ui/tables/list-section";
import { isUnfilled } from "@/components/ui/tables/long/use-long-list";
import { SearchField } from "@/components/ui/tables/search-field";
import { TIME } from "@/components/ui/tables/sort/sort";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Time } from "@/components/ui/values/time";
import { nameWebhook } from "@/server/contracts/name-webhook";
import type { Listed } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { useTenantList } from "../shell/use-tenant-list";
import { formatEvents } from "./event-names";
import { FAILURE_LIMIT } from "./failures";
import { ShownSecret } from "./shown-secret";
import { SubscriptionForm } from "./subscription-form";

type ListedSubscription = Listed<"tenant", "webhooks">;

function Arrived({ recent: { attempts, arrived } }: Pick<ListedSubscription, "recent">) {
  if (attempts === 0) return <span className="text-muted">No attempt yet</span>;
  const share = Math.floor((100 * arrived) / attempts);
  return (
    <span title={`${arrived} of the last ${attempts} attempts arrived`} className={share < 90 ? "text-bad" : ""}>
      {share}% arrived
    </span>
  );
}

const COLUMNS: readonly Column<ListedSubscription>[] = [
  {
    id: "url",
    minWidth: 260,
    isText: true,
    header: "Receiver",
    sortBy: "url",
    cell: ({ url, description }) => (
      <span className="block max-w-[22.5rem] py-2">
        <span className="block truncate">{nameWebhook({ url, description })}</span>
        {description ? <span className="block truncate text-13 font-normal text-muted">{url}</span> : null}
      </span>
    ),
  },
  {
    id: "events",
    minWidth: 150,
    header: "Events",
    cell: ({ events }) => <span className="block truncate text-muted">{formatEvents(events)}</span>,
  },
  {
    id: "status",
    minWidth: 104,
    header: "Status",
    sortBy: "status",
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { id: "health", minWidth: 130, header: "Health", cell: ({ recent }) => <Arrived recent={recent} /> },
  {
    id: "failures",
    minWidth: 150,
    header: "Failed in a row",
    sortBy: "-failures",
    isNumeric: true,
    cell: ({ failureCount }) => `${failureCount} of ${FAILURE_LIMIT}`,
  },
  {
    id: "last",
    minWidth: 120,
    header: "Last delivery",
    isNumeric: true,
    cell: ({ lastDelivery }) => (lastDelivery ? <Time at={lastDelivery} as="relative" /> : "Never"),
  },
  {
    id: "created",
    minWidth: 120,
    header: "Since",
    isNumeric: true,
    sortBy: TIME,
    cell: ({ created }) => (created ? <Time at={created} as="relative" /> : null),
  },
];

function ListRow(row: ListedSubscription) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-14">
      <span className="truncate font-medium">{nameWebhook(row)}</span>
      <StatusBadge status={row.status} />
      <span className="truncate text-13 text-muted">{formatEvents(row.events)}</span>
      <span className="text-right text-13">
        <Arrived recent={row.recent} />
      </span>
    </span>
  );
}

export function SubscriptionsPage() {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const { filters } = useQueryString();
  const list = useTenantList(trpc.tenant.webhooks.list, "webhooks");
  const isEmpty = isUnfilled(list, filters);
  const page = (add: ReactNode) => (
    <>
      <PageHead
        title="Webhooks"
        purpose="Signed requests to your server whenever a payment changes."
        action={isEmpty ? null : add}
      />
      {add && list.query.data && !isEmpty ? <div className="mb-4 lg:hidden">{add}</div> : null}
      <ListSection
        list={list}
        first={<SearchField label="Search webhooks" placeholder="URL, name, or ID" />}
        filters={<FilterChips label="Status" name="status" options={FILTERS.subscriptions} />}
        what="Your webhooks"
        skeleton={4}
        empty={
          <Empty icon={Webhook} title="No webhooks yet" action={add}>
            Add your server’s URL and choose which events it receives: approvals, declines, captures, refunds.
          </Empty>
        }
        noResults="No webhook matches these filters."
        label="Webhooks"
        columns={COLUMNS}
        hrefOf={({ id }) => pathOf(place, `webhooks/${id}`)}
        headOf={({ url, description }) => ({
          title: <span className="block truncate text-20 leading-9">{description || url}</span>,
        })}
        listRow={ListRow}
      />
    </>
  );
  return may("manage_webhooks") ? <NewSubscription>{page}</NewSubscription> : page(null);
}

const INITIAL = { url: "", events: ["authorization.approved", "authorization.declined"], description: "" } as const;

interface CreatedSubscription {
  readonly id: string;
  /** Null: created by an earlier request whose answer was lost. */
  readonly secret: string | null;
}

interface NewSubscriptionProps {
  /** Renders the page with the button in its place. */
  readonly children: (button: ReactNode) => ReactNode;
}

/** Shows the secret once, even after navigating to the new page, and forgets it when the dialog closes. */
function NewSubscription({ children }: NewSubscriptionProps) {
  const place = usePlace();
  const router = useRouter();
  const trpc = useTRPC();
  return (
    <FormDialog<CreatedSubscription>
      look="primary"
      icon={Plus}
      button="Add webhook"
      title="Add webhook"
      purpose="Where to send events, and which ones."
      isInAddress
      form={(done) => (
        <SubscriptionForm
          initial={INITIAL}
          action="Add webhook"
          mutation={trpc.tenant.webhooks.create.mutationOptions()}
          variables={(values, key) => ({ ...place, ...values, key })}
          onSent={({ subscription, secret }) => done({ id: subscription.id, secret })}
        />
      )}
      shown={{
        title: "Signing secret",
        purpose: "Shown only once. Your receiver uses it to verify deliveries.",
        of: ({ id, secret }, close) => (
          <ShownSecret
            secret={secret}
            onDone={() => {
              router.push(pathOf(place, `webhooks/${id}`));
              close();
            }}
          />
        ),
      }}
    >
      {children}
    </FormDialog>
  );
}
