"use client";

import { Building2 } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { percent } from "@/components/shared/overview/percent";
import { Empty } from "@/components/ui/feedback/states";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Count } from "@/components/ui/values/count";
import type { NetworkOverview } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

type Tenant = NetworkOverview["tenants"][number];

const rate = (part: number, whole: number) => (whole === 0 ? "–" : percent(part / whole));

/** One line per currency: amounts of different currencies don't add up. */
function Volumes({ volumes }: Pick<Tenant, "volumes">) {
  if (volumes.length === 0) return "–";
  return volumes.map(({ currency, volume }) => (
    <span key={currency} className="block">
      <Money amount={volume} currency={currency} />
    </span>
  ));
}

const COLUMNS: readonly Column<Tenant>[] = [
  { id: "title", minWidth: 200, isText: true, header: "Tenant", cell: ({ title }) => title },
  {
    id: "volume",
    minWidth: 160,
    header: "Approved volume",
    cell: ({ volumes }) => <Volumes volumes={volumes} />,
    isNumeric: true,
  },
  { id: "payments", minWidth: 110, header: "Payments", cell: ({ current }) => current.requested, isNumeric: true },
  { id: "before", minWidth: 130, header: "Previous period", cell: ({ before }) => before.requested, isNumeric: true },
  {
    id: "approved",
    minWidth: 110,
    header: "Approved",
    cell: ({ current }) => rate(current.approved, current.requested),
    isNumeric: true,
  },
  {
    id: "webhooks",
    minWidth: 150,
    header: "Webhook success",
    cell: ({ current }) => rate(current.arrived, current.attempts),
    isNumeric: true,
  },
];

export function TenantHealth({ tenants }: { readonly tenants: readonly Tenant[] }) {
  const { at } = useNetwork();
  return (
    <section>
      <h2 className="mb-3 text-16">Tenants</h2>
      {tenants.length === 0 ? (
        <Empty icon={Building2} title="No payments yet">
          Tenants with payments or webhooks in this period or the previous one are listed here.
        </Empty>
      ) : (
        <DataTable
          label="Tenants in this period"
          columns={COLUMNS}
          rows={tenants}
          keyOf={({ id }) => id}
          hrefOf={({ slug }) => at(`/network/tenants/${slug}`)}
          headOf={({ title }) => ({ title })}
          listRow={(tenant) => (
            <>
              <span className="flex items-start justify-between gap-3">
                <span className="min-w-0 truncate text-14 font-medium">{tenant.title}</span>
                <span className="shrink-0 text-right text-14">
                  <Volumes volumes={tenant.volumes} />
                </span>
              </span>
              <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
                <Count of={tenant.current.requested} one="payment" />
                <span>{rate(tenant.current.approved, tenant.current.requested)} approved</span>
              </span>
            </>
          )}
        />
      )}
    </section>
  );
}
