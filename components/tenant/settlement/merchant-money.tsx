"use client";

import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import type { MerchantMoney as Row } from "@/server/trpc/types";

const amountColumn = (id: "pending" | "settled" | "paidOut", header: string): Column<Row> => ({
  id,
  room: 152,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "merchant",
    room: 180,
    isText: true,
    header: "Merchant",
    cell: ({ merchantName }) => merchantName,
  },
  amountColumn("pending", "Pending settlement"),
  amountColumn("settled", "Settled to date"),
  amountColumn("paidOut", "Paid out"),
  {
    id: "carriedOver",
    room: 152,
    header: "Carried over",
    isNumeric: true,
    cell: ({ carriedOver, currency }) => <Carried amount={carriedOver} currency={currency} />,
  },
];

/** Settled is paid out plus what is carried over, a debt. */
export function MerchantMoney({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <DataTable
      label="Merchant balances"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ merchant, currency }) => `${merchant}-${currency}`}
      listRow={({ merchantName, pending, paidOut, currency }) => (
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 truncate text-14 font-medium">{merchantName}</span>
          <span className="shrink-0 text-right text-14">
            <span className="block">
              <Money amount={pending} currency={currency} /> pending
            </span>
            <span className="block text-13 text-muted">
              paid out <Money amount={paidOut} currency={currency} />
            </span>
          </span>
        </span>
      )}
    />
  );
}
