"use client";

import { Carried } from "@/components/shared/money/carried";
import { Money } from "@/components/shared/money/money";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import type { Merchant } from "@/server/trpc/types";

type OfCurrency = Merchant["money"][number];

const amountOf = (id: "pending" | "settled" | "paidOut", header: string): Column<OfCurrency> => ({
  id,
  room: 132,
  header,
  isNumeric: true,
  cell: (row) => <Money amount={row[id]} currency={row.currency} />,
});

const COLUMNS: readonly Column<OfCurrency>[] = [
  { id: "currency", room: 80, header: "Currency", cell: ({ currency }) => currency },
  amountOf("pending", "Not settled yet"),
  amountOf("settled", "Settled"),
  amountOf("paidOut", "Paid out"),
  {
    id: "carriedOver",
    room: 132,
    header: "Carried over",
    isNumeric: true,
    cell: ({ carriedOver, currency }) => <Carried amount={carriedOver} currency={currency} />,
  },
];

export function MerchantMoney({ money }: { readonly money: readonly OfCurrency[] }) {
  return (
    <section>
      <SectionHead title="Money" />
      {money.length === 0 ? (
        <NothingYet>Nothing captured yet.</NothingYet>
      ) : (
        <DataTable
          label="Money"
          columns={COLUMNS}
          rows={money}
          keyOf={({ currency }) => currency}
          listRow={({ currency, pending, paidOut }) => (
            <span className="flex justify-between gap-4 text-14">
              <span className="font-medium">{currency}</span>
              <span className="text-right">
                <Money amount={pending} currency={currency} /> not settled
                <span className="block text-13 text-muted">
                  <Money amount={paidOut} currency={currency} /> paid out
                </span>
              </span>
            </span>
          )}
        />
      )}
    </section>
  );
}
