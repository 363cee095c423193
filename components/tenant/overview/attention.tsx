"use client";

import { ChevronRight, Landmark, type LucideIcon, TriangleAlert, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Money } from "@/components/shared/money/money";
import { Link } from "@/components/ui/navigation/link";
import { Time } from "@/components/ui/values/time";
import type { Overview } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

/** What needs attention first; nothing where all is well. */
export function Attention({ attention }: { readonly attention: Overview["attention"] }) {
  const { place } = useTenant();
  const { subscriptions, reports, debts } = attention;
  if (subscriptions.length + reports.length + debts.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-16">Needs attention</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
        {reports.map(({ id, authorizationId, amount, currency, createdAt }) => (
          <Item key={id} icon={TriangleAlert} href={pathOf(place, `authorizations/${authorizationId}`)}>
            A member doesn’t recognize <Money amount={amount} currency={currency} />,{" "}
            <Time at={createdAt} as="relative" />
          </Item>
        ))}
        {subscriptions.map(({ id, url, status, failureCount }) => (
          <Item key={id} icon={Webhook} href={pathOf(place, `webhooks/${id}`)}>
            {status === "paused" ? "Paused: " : ""}
            {failureCount === 0
              ? "The last attempts failed"
              : failureCount === 1
                ? "1 delivery has failed permanently"
                : `${failureCount} deliveries have failed permanently`}{" "}
            to {hostOf(url)}
          </Item>
        ))}
        {debts.map(({ batchId, merchantName, amount, currency }) => (
          <Item key={batchId} icon={Landmark} href={pathOf(place, `settlement/${batchId}`)}>
            {merchantName} has refunded more than it captured: <Money amount={amount} currency={currency} /> is carried
            over
          </Item>
        ))}
      </ul>
    </section>
  );
}

/** Which receiver it is; its path says no more, and can be long. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
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
