"use client";

import { ChevronRight, KeyRound, Landmark, type LucideIcon, TriangleAlert, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { Link } from "@/components/ui/navigation/link";
import { Time } from "@/components/ui/values/time";
import { nameWebhook } from "@/server/contracts/name-webhook";
import type { Overview } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

export function Attention({ attention }: { readonly attention: Overview["attention"] }) {
  const { place } = useTenant();
  const { subscriptions, disputes, debts, keyless } = attention;
  if (subscriptions.length + disputes.length + debts.length + keyless.count === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-16">Needs attention</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
        <Disputes disputes={disputes} />
        {byReceiver(subscriptions).map(([url, [first, ...others]]) => (
          <Item key={url} icon={Webhook} href={pathOf(place, others.length > 0 ? "webhooks" : `webhooks/${first.id}`)}>
            {first.status === "paused" ? "Paused: " : ""}
            {describeFailure(first, nameWebhook({ url, description: others.length > 0 ? null : first.description }))}
            {others.length > 0 ? `, with ${others.length} more of its webhooks affected` : ""}
          </Item>
        ))}
        {debts.map(({ batchId, merchantName, amount, currency }) => (
          <Item key={batchId} icon={Landmark} href={pathOf(place, `settlement/${batchId}`)}>
            {merchantName} has refunded more than it captured: <Money amount={amount} currency={currency} /> is carried
            over
          </Item>
        ))}
        {keyless.count > 0 ? (
          <Item icon={KeyRound} href={pathOf(place, "logs?keyless=yes")}>
            {describeKeyless(keyless)}
          </Item>
        ) : null}
      </ul>
    </section>
  );
}

type Failing = Overview["attention"]["subscriptions"][number];

/** Groups failing subscriptions by URL, so that each receiver gets one line. */
function byReceiver(subscriptions: readonly Failing[]): [string, [Failing, ...Failing[]]][] {
  const receivers = new Map<string, [Failing, ...Failing[]]>();
  for (const subscription of subscriptions) {
    const known = receivers.get(subscription.url);
    if (known) known.push(subscription);
    else receivers.set(subscription.url, [subscription]);
  }
  return [...receivers];
}

function describeFailure({ failureCount, attempts, arrived }: Failing, name: string): string {
  if (failureCount === 1) return `1 delivery to ${name} failed permanently`;
  if (failureCount > 1) return `${failureCount} deliveries to ${name} failed permanently`;
  return arrived === 0
    ? `The last attempts to reach ${name} failed`
    : `Only ${arrived} of the last ${attempts} attempts reached ${name}`;
}

function describeKeyless({ count, isCut }: Overview["attention"]["keyless"]): string {
  if (count === 1) return "1 request moved money without an Idempotency-Key in the last 24 hours";
  const said = `${isCut ? "More than " : ""}${count.toLocaleString("en-US")}`;
  return `${said} requests moved money without an Idempotency-Key in the last 24 hours`;
}

const MOST_DISPUTES = 5;

/** A single dispute is shown in full; several become one line that links to their list. */
function Disputes({ disputes }: { readonly disputes: Overview["attention"]["disputes"] }) {
  const { place } = useTenant();
  const [first] = disputes;
  if (!first) return null;
  if (disputes.length > 1) {
    return (
      <Item icon={TriangleAlert} href={pathOf(place, "disputes")}>
        Members dispute {disputes.length}
        {disputes.length === MOST_DISPUTES ? " or more" : ""} payments, the last{" "}
        <Time at={first.createdAt} as="relative" />
      </Item>
    );
  }
  return (
    <Item icon={TriangleAlert} href={pathOf(place, `authorizations/${first.authorizationId}`)}>
      A member disputes <Money amount={first.amount} currency={first.currency} />,{" "}
      <Time at={first.createdAt} as="relative" />
    </Item>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly children: ReactNode;
}

function Item({ icon: Icon, href, children }: ItemProps) {
  return (
    <li>
      <Link
        href={href}
        className="flex min-h-12 items-center gap-3 px-4 py-2.5 text-14 -outline-offset-2 hover:bg-hover"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-warn" />
        <span className="min-w-0 flex-1 break-words">{children}</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
