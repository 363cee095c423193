"use client";

import { useQuery } from "@tanstack/react-query";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CodeBlock } from "@/components/ui/values/code-block";
import { CopyId } from "@/components/ui/values/copy-id";
import { shortId } from "@/components/ui/values/short-id";
import { Time } from "@/components/ui/values/time";
import { nameWebhook } from "@/server/contracts/name-webhook";
import type { EventDetail } from "@/server/trpc/types";
import { aboutOf, MISSED } from "../webhooks/event-names";

export function EventPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const place = usePlace();
  const event = useQuery(trpc.tenant.webhooks.event.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "events"), label: "Events" };
  if (event.data) return <Detail event={event.data} back={back} />;
  return (
    <>
      <PageHead title="Event" back={back} />
      <Unread what="This event" query={event}>
        <Skeleton className="h-80 w-full" />
      </Unread>
    </>
  );
}

interface DetailProps {
  readonly event: EventDetail;
  readonly back: { readonly href: string; readonly label: string };
}

function Detail({ event, back }: DetailProps) {
  const place = usePlace();
  const { recordId, merchant, amount, currency } = event;
  return (
    <>
      <PageHead
        title={
          <span translate="no" className="font-mono text-20">
            {event.event}
          </span>
        }
        back={back}
      />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_17.5rem] xl:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-8">
          <section>
            <SectionHead title="Webhooks" />
            <Receivers receivers={event.receivers} />
          </section>
          <section>
            <SectionHead title="Body" />
            <CodeBlock label="What webhooks receive" copies={event.body}>
              {JSON.stringify(JSON.parse(event.body), null, 2)}
            </CodeBlock>
          </section>
        </div>
        <Facts>
          <Fact label="Happened">
            <Time at={event.createdAt} />
          </Fact>
          {amount === null || currency === null ? null : (
            <Fact label="Amount">
              <Money amount={amount} currency={currency} />
            </Fact>
          )}
          <About event={event} />
          {merchant === null ? null : (
            <Fact label="Merchant">
              <Link
                translate="no"
                href={pathOf(place, `merchants/${merchant}`)}
                className="font-mono text-13 hover:underline"
              >
                {shortId(merchant)}
              </Link>
            </Fact>
          )}
          {recordId === null ? null : (
            <Fact label="Same record">
              <Link href={`${back.href}?${new URLSearchParams({ record: recordId })}`} className="hover:underline">
                All its events
              </Link>
            </Fact>
          )}
          <Fact label="Event">
            <CopyId id={event.id} />
          </Fact>
        </Facts>
      </div>
    </>
  );
}

/** Pages of records, by the first word of their event types. */
const PAGES: Readonly<Record<string, string>> = {
  authorization: "authorizations",
  payment_code: "payment-codes",
  settlement: "settlement",
  subscription: "webhooks",
};

function About({ event: { event, recordId, authorizationId } }: { readonly event: EventDetail }) {
  const place = usePlace();
  if (recordId === null) return null;
  const page = PAGES[event.split(".")[0] ?? ""];
  return (
    <Fact label={page === PAGES.authorization ? "Authorization" : aboutOf(event)}>
      {page === undefined ? (
        <CopyId id={recordId} />
      ) : (
        <Link translate="no" href={pathOf(place, `${page}/${recordId}`)} className="font-mono text-13 hover:underline">
          {authorizationId ?? shortId(recordId)}
        </Link>
      )}
    </Fact>
  );
}

function Receivers({ receivers }: Pick<EventDetail, "receivers">) {
  const place = usePlace();
  if (receivers.length === 0) {
    return <p className="text-14 text-muted">No webhook subscribes to this event.</p>;
  }
  return (
    <ul className="divide-y divide-line rounded-8 border border-line">
      {receivers.map(({ id, url, description, deliveryId, deliveryStatus }) => (
        <li key={id} className="flex min-h-12 items-center justify-between gap-4 px-4 py-2 text-14">
          <Link
            href={pathOf(place, deliveryId === null ? `webhooks/${id}` : `webhooks/${id}/deliveries/${deliveryId}`)}
            className="min-w-0 truncate hover:underline"
          >
            {nameWebhook({ url, description })}
          </Link>
          {deliveryStatus === null ? (
            <span className="shrink-0 text-13 text-muted">{MISSED}</span>
          ) : (
            <StatusBadge status={deliveryStatus} />
          )}
        </li>
      ))}
    </ul>
  );
}
