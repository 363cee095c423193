"use client";

import { CirclePause } from "lucide-react";
import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { Badge } from "@/components/ui/feedback/badge";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Time } from "@/components/ui/values/time";
import type { Unsettled } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { SettleButton } from "./settle-button";

function Withheld() {
  return (
    <Badge tone="warn" icon={CirclePause}>
      Withheld
    </Badge>
  );
}

function SettleOne({ row }: { readonly row: Unsettled }) {
  return <SettleButton merchantId={row.merchantId} label="Settle now" name={row.merchantName} />;
}

const COLUMNS: readonly Column<Unsettled>[] = [
  { id: "merchant", minWidth: 150, isText: true, header: "Merchant", cell: ({ merchantName }) => merchantName },
  { id: "tenant", minWidth: 170, isText: true, header: "Tenant", cell: ({ tenantTitle }) => tenantTitle },
  {
    id: "since",
    minWidth: 120,
    header: "Waiting since",
    cell: (row) => (row.oldestAt ? <Time at={row.oldestAt} as="relative" /> : "–"),
  },
  {
    id: "lines",
    minWidth: 64,
    header: "Lines",
    cell: ({ lineCount }) => lineCount.toLocaleString("en-US"),
    isNumeric: true,
  },
  {
    id: "pending",
    minWidth: 180,
    header: "Captured less refunded",
    cell: (row) => <Money amount={row.pending} currency={row.currency} />,
    isNumeric: true,
  },
  {
    id: "debt",
    minWidth: 140,
    header: "Carried in",
    cell: (row) => <Carried amount={row.carried} currency={row.currency} />,
    isNumeric: true,
  },
  {
    id: "run",
    minWidth: 124,
    header: "Settle",
    isHeaderHidden: true,
    cell: (row) => (row.isWithheld ? <Withheld /> : <SettleOne row={row} />),
    isNumeric: true,
  },
];

export function UnsettledTable({ rows }: { readonly rows: readonly Unsettled[] }) {
  const { at } = useNetwork();
  if (rows.length === 0) {
    return (
      <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">
        Everything captured has been settled, and no merchant owes anything.
      </p>
    );
  }
  return (
    <DataTable
      label="Not settled yet"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ merchantId, currency }) => `${merchantId} ${currency}`}
      hrefOf={({ merchantId }) => at(`/network/merchants/${merchantId}`)}
      listRow={(row) => (
        <>
          <span className="flex items-center justify-between gap-3 text-14 font-medium">
            <span className="min-w-0 truncate">{row.merchantName}</span>
            <Money amount={row.pending} currency={row.currency} />
          </span>
          <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
            <span className="min-w-0 truncate">{row.tenantTitle}</span>
            {row.isWithheld ? (
              <Withheld />
            ) : row.carried < 0 ? (
              <Carried amount={row.carried} currency={row.currency} />
            ) : null}
          </span>
        </>
      )}
      listAct={(row) => (row.isWithheld ? null : <SettleOne row={row} />)}
    />
  );
}
