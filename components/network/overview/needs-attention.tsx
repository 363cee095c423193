"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowUpFromLine,
  ChevronRight,
  type LucideIcon,
  PhoneOff,
  ShieldQuestion,
  TrendingDown,
  TrendingUp,
  UserCheck,
  Webhook,
} from "lucide-react";
import type { ReactNode } from "react";
import { percent } from "@/components/shared/overview/percent";
import { useTRPC } from "@/components/trpc/client";
import { Link } from "@/components/ui/navigation/link";
import { grouped } from "@/components/ui/values/count";
import { Time } from "@/components/ui/values/time";
import type { NetworkOverview } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

type Tenant = NetworkOverview["tenants"][number];
type Anomaly = Tenant["anomalies"][number];

const ICONS: Readonly<Record<Anomaly, LucideIcon>> = {
  silent: PhoneOff,
  approvals_dropped: TrendingDown,
  webhooks_failing: Webhook,
  surge: TrendingUp,
};

function rateOf({ approved, requested }: Tenant["current"]): string {
  return percent(approved / requested, 0);
}

function describeAnomaly(anomaly: Anomaly, { current, before }: Tenant): string {
  switch (anomaly) {
    case "silent":
      return `no payments, down from ${grouped(before.requested)} in the previous period`;
    case "approvals_dropped":
      return `${rateOf(current)} approved, down from ${rateOf(before)} in the previous period`;
    case "webhooks_failing":
      return `${grouped(current.arrived)} of ${grouped(current.attempts)} webhook attempts arrived`;
    case "surge":
      return `${grouped(current.requested)} payments, up from ${grouped(before.requested)} in the previous period`;
  }
}

interface Waiting {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly href: string;
  readonly words: ReactNode;
}

/** Lists the acts that wait for this operator, then each tenant’s problems. Renders nothing if there are none. */
export function NeedsAttention({ tenants }: { readonly tenants: readonly Tenant[] }) {
  const waiting = useWaiting();
  const { at } = useNetwork();
  const found: Waiting[] = tenants.flatMap((tenant) =>
    tenant.anomalies.map((anomaly) => ({
      key: `${tenant.id} ${anomaly}`,
      icon: ICONS[anomaly],
      href: at(`/network/tenants/${tenant.slug}`),
      words: (
        <>
          <span className="font-medium">{tenant.title}</span>: {describeAnomaly(anomaly, tenant)}
        </>
      ),
    })),
  );
  const all = [...waiting, ...found];
  if (all.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-16">Needs attention</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
        {all.map(({ key, icon: Icon, href, words }) => (
          <li key={key}>
            <Link
              href={href}
              className="flex min-h-12 items-center gap-3 px-4 py-2.5 text-14 -outline-offset-2 hover:bg-hover"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-warn" />
              <span className="min-w-0 flex-1 wrap-anywhere">{words}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useWaiting(): Waiting[] {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const requests = useQuery(trpc.network.approvals.liveRequests.queryOptions(place)).data ?? [];
  const approvals = useQuery(trpc.network.approvals.list.queryOptions({ environment: "live" })).data ?? [];
  const count = approvals.filter(({ state, isOwn }) => state === "waiting" && !isOwn).length;
  const unanswered = useQuery(trpc.network.payouts.list.queryOptions({ ...place, state: "unanswered", limit: 1 })).data
    ?.items;
  const ofPayouts = {
    key: "payouts",
    icon: ArrowUpFromLine,
    href: at("/network/payouts?state=unanswered"),
    words: "Payouts that were sent 3 days ago or longer have no answer of the bank",
  };
  const ofApprovals = {
    key: "approvals",
    icon: UserCheck,
    href: "/network/approvals?state=waiting&environment=live",
    words: count === 1 ? "1 change waits for a second operator" : `${count} changes wait for a second operator`,
  };
  return [
    ...requests.map(({ slug, title, askedAt }) => ({
      key: `live ${slug}`,
      icon: ShieldQuestion,
      href: at(`/network/tenants/${slug}`),
      words: (
        <>
          <span className="font-medium">{title}</span> requested live access <Time at={askedAt} as="relative" />
        </>
      ),
    })),
    ...(count > 0 ? [ofApprovals] : []),
    ...(unanswered && unanswered.length > 0 ? [ofPayouts] : []),
  ];
}
