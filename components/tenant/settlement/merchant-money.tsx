"use client";

import { Money } from "@/components/shared/money/money";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import type { MerchantMoney as Row } from "@/server/trpc/types";

const amountColumn = (id: "pending" | "settled" | "paidOut" | "carriedOver", header: string): Column<Row> => ({
  id,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "merchant",
    header: "Merchant",
    cell: ({ merchantName }) => <span className="block max-w-60 truncate">{merchantName}</span>,
  },
  amountColumn("pending", "Pending settlement"),
  amountColumn("settled", "Settled to date"),
  amountColumn("paidOut", "Paid out"),
  amountColumn("carriedOver", "Carried over"),
];

/** Settled is paid out plus what is carried over, a debt. */
export function MerchantMoney({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <DataTable
      label="Merchant balances"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ merchant, currency }) => `${merchant}-${currency}`}
      phoneRow={({ merchantName, pending, paidOut, currency }) => (
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 truncate text-14 font-medium">{merchantName}</span>
          <span className="shrink-0 text-right text-14">
            <span className="block">
              waits <Money amount={pending} currency={currency} />
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
