"use client";

import { useState } from "react";
import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { Button } from "@/components/ui/forms/button";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import type { MerchantMoney as Row } from "@/server/trpc/types";

const amountColumn = (id: "pending" | "settled" | "paidOut", header: string): Column<Row> => ({
  id,
  minWidth: 152,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const COLUMNS: readonly Column<Row>[] = [
  { id: "merchant", minWidth: 180, isText: true, header: "Merchant", cell: ({ merchantName }) => merchantName },
  { id: "currency", minWidth: 90, header: "Currency", cell: ({ currency }) => currency },
  amountColumn("pending", "Pending settlement"),
  amountColumn("settled", "Settled to date"),
  amountColumn("paidOut", "Paid out"),
  {
    id: "carriedOver",
    minWidth: 152,
    header: "Carried over",
    isNumeric: true,
    cell: ({ carriedOver, currency }) => <Carried amount={carriedOver} currency={currency} />,
  },
];

const isOpen = ({ pending, carriedOver }: Row) => pending !== 0 || carriedOver !== 0;

/** Merchants with open amounts first; each merchant's currencies stay together. */
function inGroups(rows: readonly Row[]): Row[] {
  const waiting = new Set(rows.filter(isOpen).map(({ merchant }) => merchant));
  const rank = (row: Row) => `${waiting.has(row.merchant) ? 0 : 1} ${row.merchantName} ${row.merchant}`;
  return rows.toSorted((a, b) => rank(a).localeCompare(rank(b)) || Number(isOpen(b)) - Number(isOpen(a)));
}

/** Settled amounts are the sum of what was paid out and what is carried over. Rows with nothing open are collapsed. */
export function MerchantMoney({ rows }: { readonly rows: readonly Row[] }) {
  const [isWhole, setWhole] = useState(false);
  const open = rows.filter(isOpen);
  const shown = inGroups(isWhole || open.length === 0 ? rows : open);
  const folded = rows.length - shown.length;
  return (
    <>
      <DataTable
        label="Merchant balances"
        columns={COLUMNS}
        rows={shown}
        keyOf={({ merchant, currency }) => `${merchant}-${currency}`}
        listRow={({ merchantName, pending, paidOut, currency }) => (
          <span className="flex items-center justify-between gap-3">
            <span className="min-w-0 text-14">
              <span className="block truncate font-medium">{merchantName}</span>
              <span className="block text-13 text-muted">{currency}</span>
            </span>
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
      {folded > 0 ? (
        <div className="mt-3">
          <Button size="small" onClick={() => setWhole(true)}>
            Show {folded} without pending money
          </Button>
        </div>
      ) : null}
    </>
  );
}
