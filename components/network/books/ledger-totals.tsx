"use client";

import { useQuery } from "@tanstack/react-query";
import { CurrencyLens, useCurrencyLens } from "@/components/shared/money/currency-lens";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import type { LedgerTotal } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

interface CurrencyTotals {
  readonly currency: string;
  readonly member: number;
  readonly held: number;
  readonly merchant: number;
  readonly fees: number;
  readonly float: number;
  readonly network: number;
  readonly accounts: number;
}

function byCurrency(totals: readonly LedgerTotal[]): CurrencyTotals[] {
  return [...new Set(totals.map(({ currency }) => currency))].map((currency) => {
    const of = (kind: LedgerTotal["kind"]) =>
      totals.find((total) => total.currency === currency && total.kind === kind);
    const accounts = totals
      .filter((total) => total.currency === currency)
      .reduce((sum, total) => sum + total.accounts, 0);
    return {
      currency,
      accounts,
      member: of("member")?.posted ?? 0,
      held: of("member")?.held ?? 0,
      merchant: of("merchant")?.posted ?? 0,
      fees: of("fees")?.posted ?? 0,
      float: of("float")?.posted ?? 0,
      network: of("network")?.posted ?? 0,
    };
  });
}

const amount = (id: "member" | "held" | "merchant" | "fees" | "float" | "network", header: string) => ({
  id,
  minWidth: 140,
  header,
  isNumeric: true,
  cell: (row: CurrencyTotals) => <Money amount={row[id]} currency={row.currency} />,
});

const COLUMNS: readonly Column<CurrencyTotals>[] = [
  {
    id: "currency",
    minWidth: 90,
    header: "Currency",
    cell: ({ currency }) => <span className="font-medium">{currency}</span>,
  },
  amount("member", "Member balances"),
  amount("held", "Of which held"),
  amount("merchant", "Owed to merchants"),
  amount("fees", "Fees of tenants"),
  amount("float", "Floats of tenants"),
  amount("network", "Network position"),
  {
    id: "accounts",
    minWidth: 96,
    header: "Accounts",
    cell: ({ accounts }) => accounts.toLocaleString("en-US"),
    isNumeric: true,
  },
];

/** Totals of all accounts by kind. In each currency they sum to zero. */
export function LedgerTotals() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const totals = useQuery(trpc.network.books.totals.queryOptions(place));
  const rows = byCurrency(totals.data ?? []);
  const currencies = rows.map(({ currency }) => currency);
  const lens = useCurrencyLens(currencies);
  return (
    <section>
      <SectionHead title={place.environment === "live" ? "Live totals" : "Test totals"} />
      <div className="mb-3 empty:hidden">
        <CurrencyLens currencies={currencies} lens={lens} />
      </div>
      {totals.isPending ? <SkeletonRows rows={2} /> : null}
      {totals.error ? <Failure what="Totals" error={totals.error} onRetry={() => void totals.refetch()} /> : null}
      {totals.data?.length === 0 ? (
        <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">
          No account in this environment.
        </p>
      ) : null}
      {totals.data && totals.data.length > 0 ? (
        <DataTable
          label="Totals"
          columns={COLUMNS}
          rows={rows.filter(({ currency }) => lens.currency === null || lens.currency === currency)}
          keyOf={({ currency }) => currency}
          listRow={(row) => (
            <>
              <span className="flex items-center justify-between gap-3 text-14 font-medium">
                <span>{row.currency}, members have</span>
                <Money amount={row.member} currency={row.currency} />
              </span>
              <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
                <span>Owed to merchants</span>
                <Money amount={row.merchant} currency={row.currency} />
              </span>
            </>
          )}
        />
      ) : null}
    </section>
  );
}

const KINDS = [
  { name: "funding", when: "Money comes by transfer", moves: "network → member, or float" },
  { name: "funding", when: "A tenant funds from its float", moves: "float → member" },
  { name: "funding_reversal", when: "A funding is taken back", moves: "to where it came from" },
  { name: "capture", when: "A capture or a sale", moves: "member → merchant" },
  { name: "refund", when: "A refund", moves: "merchant → member" },
  { name: "fee", when: "A day is settled", moves: "merchant → fees" },
  { name: "payout", when: "A day is settled", moves: "merchant → network" },
] as const;

/** All posting kinds. A hold only reserves money, so it posts nothing. */
export function PostingKinds() {
  return (
    <section>
      <SectionHead title="How money moves" />
      <ul className="divide-y divide-line rounded-8 border border-line text-14">
        {KINDS.map(({ name, when, moves }) => (
          <li key={when} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <span>
              <span className="font-medium">{name}</span> <span className="ml-2 text-muted">{when}</span>
            </span>
            <span className="text-13 text-muted">{moves}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
