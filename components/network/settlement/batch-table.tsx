"use client";

import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { TIME } from "@/components/ui/tables/sort/sort";
import { Count } from "@/components/ui/values/count";
import { Day } from "@/components/ui/values/time";
import type { Listed } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

type NetworkBatch = Listed<"network", "settlement">;

const amount = (id: "captured" | "payout", header: string) => ({
  id,
  minWidth: 140,
  header,
  isNumeric: true,
  sortBy: `-${id}`,
  cell: (batch: NetworkBatch) => <Money amount={batch[id]} currency={batch.currency} />,
});

const linesOf = ({ captureCount, refundCount }: NetworkBatch) => captureCount + refundCount;

const COLUMNS: readonly Column<NetworkBatch>[] = [
  {
    id: "merchant",
    minWidth: 160,
    isText: true,
    header: "Merchant",
    sortBy: "merchant",
    cell: ({ merchantName }) => merchantName,
  },
  { id: "day", minWidth: 116, header: "Day", sortBy: TIME, cell: ({ day }) => <Day day={day} as="utc" /> },
  { id: "lines", minWidth: 64, header: "Lines", cell: linesOf, isNumeric: true },
  amount("captured", "Captured"),
  {
    id: "refunded",
    minWidth: 140,
    header: "Refunded",
    isNumeric: true,
    cell: ({ refunded, currency }) => <Money amount={-refunded} currency={currency} />,
  },
  {
    id: "fee",
    minWidth: 110,
    header: "Fee",
    isNumeric: true,
    cell: ({ fee, currency }) => <Money amount={-fee || 0} currency={currency} />,
  },
  amount("payout", "Paid out"),
  {
    id: "carriedOut",
    minWidth: 140,
    header: "Carried out",
    isNumeric: true,
    cell: ({ carriedOut, currency }) => <Carried amount={carriedOut} currency={currency} />,
  },
];

export function useBatchTable() {
  const { at } = useNetwork();
  return {
    label: "Batches",
    columns: COLUMNS,
    hrefOf: ({ merchant }: NetworkBatch) => at(`/network/merchants/${merchant}`),
    listRow: (batch: NetworkBatch) => <ListRow batch={batch} />,
  };
}

export function BatchTable({ batches }: { readonly batches: readonly NetworkBatch[] }) {
  return <DataTable {...useBatchTable()} rows={batches} keyOf={({ id }) => id} grid={{}} />;
}

function ListRow({ batch }: { readonly batch: NetworkBatch }) {
  return (
    <>
      <span className="flex items-center justify-between gap-3 text-14 font-medium">
        <span className="min-w-0 truncate">{batch.merchantName}</span>
        <Money amount={batch.payout} currency={batch.currency} />
      </span>
      <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
        <Day day={batch.day} as="utc" />
        <Count of={linesOf(batch)} one="line" />
      </span>
    </>
  );
}
