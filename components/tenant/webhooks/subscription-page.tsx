"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/feedback/callout";
import { Skeleton, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { Subscription, SubscriptionHealth } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { DeliveryLog } from "./delivery-log";
import { formatEvents } from "./event-names";
import { FAILURE_LIMIT, warnOf } from "./failures";
import { SecretState } from "./secret-state";
import { SubscriptionActions } from "./subscription-actions";

export function SubscriptionPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const subscription = useQuery(trpc.tenant.webhooks.get.queryOptions({ ...place, id }));
  const health = useQuery(trpc.tenant.webhooks.health.queryOptions({ ...place, id }));
  const back = { href: pathOf(place, "webhooks"), label: "Webhooks" };
  if (!subscription.data) {
    return (
      <>
        <PageHead title="Webhook" back={back} />
        <Unread what="This webhook" query={subscription}>
          <Skeleton className="h-10 w-96 max-w-full" />
          <Skeleton className="h-40 w-full" />
        </Unread>
      </>
    );
  }
  const { data } = subscription;
  const warning = warnOf({ ...data, attempts: health.data?.attempts ?? [] });
  return (
    <>
      <PageHead
        title={<span className="block truncate text-20 leading-9">{data.description || data.url}</span>}
        {...(data.description ? { purpose: data.url } : {})}
        back={back}
      />
      <div className="flex flex-col gap-8">
        {may("manage_webhooks") && data.status !== "revoked" ? <SubscriptionActions subscription={data} /> : null}
        {warning ? (
          <Callout tone={warning.tone} title={warning.title}>
            {warning.text}
          </Callout>
        ) : null}
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_17.5rem] xl:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
          <section>
            <SectionHead title="Health" />
            {health.data ? <HealthStrip id={id} attempts={health.data.attempts} /> : null}
            <Unread what="The health" query={health}>
              <Skeleton className="h-10 w-full" />
            </Unread>
            <Retries id={id} retries={health.data?.retries ?? []} isPaused={data.status === "paused"} />
          </section>
          <About subscription={data} />
        </div>
        <DeliveryLog id={id} isActive={data.status === "active"} />
      </div>
    </>
  );
}

function About({ subscription }: { readonly subscription: Subscription }) {
  const { id, status, events, merchant, failureCount, lastDelivery, secretLast4, created } = subscription;
  return (
    <Facts>
      <Fact label="Status">
        <StatusBadge status={status} />
      </Fact>
      <Fact label="Events">{formatEvents(events)}</Fact>
      {merchant === null ? null : (
        <Fact label="Merchant">
          <CopyId id={merchant} />
        </Fact>
      )}
      <Fact label="Failed in a row">
        {failureCount} of {FAILURE_LIMIT} deliveries
      </Fact>
      <Fact label="Last delivery">{lastDelivery ? <Time at={lastDelivery} as="relative" /> : "Never"}</Fact>
      <Fact label="Secret">
        <code translate="no" className="text-13">
          whsec_…{secretLast4}
        </code>
        <SecretState subscription={subscription} isAtEnd />
      </Fact>
      <Fact label="Added">
        <Time at={created} />
      </Fact>
      <Fact label="Record">
        <CopyId id={id} />
      </Fact>
    </Facts>
  );
}

interface RetriesProps {
  readonly id: string;
  readonly retries: SubscriptionHealth["retries"];
  readonly isPaused: boolean;
}

function Retries({ id, retries, isPaused }: RetriesProps) {
  const place = usePlace();
  if (retries.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="mb-1 text-14 font-medium">{isPaused ? "Waiting for you to resume" : "Next retries"}</h3>
      <ul className="text-14">
        {retries.map(({ id: deliveryId, event, attempt, nextAttemptAt }) => (
          <li key={deliveryId} className="flex min-h-8 items-center justify-between gap-4">
            <Link
              translate="no"
              href={pathOf(place, `webhooks/${id}/deliveries/${deliveryId}`)}
              className="min-w-0 truncate font-mono text-13 hover:underline"
            >
              {event}
            </Link>
            <span className="shrink-0 text-13 text-muted">
              attempt {attempt + 1} <Time at={nextAttemptAt} as="relative" />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const ATTEMPTS_SHOWN = 100;

function HealthStrip({ id, attempts }: { readonly id: string; readonly attempts: SubscriptionHealth["attempts"] }) {
  const router = useRouter();
  const place = usePlace();
  const arrived = attempts.filter(({ error }) => error === null).length;
  const words =
    attempts.length === 0 ? "No attempts yet." : `${arrived} of the last ${attempts.length} attempts arrived.`;
  const empty = ATTEMPTS_SHOWN - attempts.length;
  return (
    <figure>
      <div role="img" aria-label={words} className="flex h-10 items-end gap-px">
        {empty > 0 ? (
          <span
            className="h-px bg-line"
            style={{ flexGrow: empty, flexBasis: 0, marginRight: attempts.length > 0 ? 2 : 0 }}
          />
        ) : null}
        {attempts.toReversed().map((attempt) => (
          // Pointer only: the log below offers the same deliveries to everyone.
          // biome-ignore lint/a11y/noStaticElementInteractions: the log below is for the keyboard
          // biome-ignore lint/a11y/useKeyWithClickEvents: the log below is for the keyboard
          <span
            key={attempt.id}
            title={`${attempt.startedAt}: ${attempt.error ?? `${attempt.responseCode} in ${attempt.durationMs} ms`}`}
            onClick={() => router.push(pathOf(place, `webhooks/${id}/deliveries/${attempt.deliveryId}`))}
            className={clsx(
              "min-w-0 flex-1 cursor-pointer rounded-[1px] hover:opacity-60",
              attempt.error === null ? "h-5 bg-good" : "h-10 bg-bad",
            )}
          />
        ))}
      </div>
      <figcaption className="mt-2 text-13 text-muted">{words}</figcaption>
    </figure>
  );
}
