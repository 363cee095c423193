"use client";

import { ChevronRight, type LucideIcon, PhoneOff, TrendingDown, TrendingUp, Webhook } from "lucide-react";
import { percent } from "@/components/shared/overview/percent";
import { Link } from "@/components/ui/navigation/link";
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

function say(anomaly: Anomaly, { current, before }: Tenant): string {
  switch (anomaly) {
    case "silent":
      return `no payments, down from ${before.requested} in the previous period`;
    case "approvals_dropped":
      return `${rateOf(current)} approved, down from ${rateOf(before)} in the previous period`;
    case "webhooks_failing":
      return `${current.arrived} of ${current.attempts} webhook attempts arrived`;
    case "surge":
      return `${current.requested} payments, up from ${before.requested} in the previous period`;
  }
}

/** What stands out, tenant by tenant; nothing where nothing does. */
export function Anomalies({ tenants }: { readonly tenants: readonly Tenant[] }) {
  const { at } = useNetwork();
  const found = tenants.flatMap((tenant) => tenant.anomalies.map((anomaly) => ({ tenant, anomaly })));
  if (found.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-16">Needs attention</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
        {found.map(({ tenant, anomaly }) => {
          const Icon = ICONS[anomaly];
          return (
            <li key={`${tenant.id} ${anomaly}`}>
              <Link
                href={at(`/network/tenants/${tenant.slug}`)}
                className="flex min-h-12 items-center gap-3 px-4 py-2.5 text-14 -outline-offset-2 hover:bg-hover"
              >
                <Icon aria-hidden className="size-4 shrink-0 text-warn" />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-medium">{tenant.title}</span>: {say(anomaly, tenant)}
                </span>
                <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
