"use client";

import { Money } from "@/components/shared/money/money";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";

type Entry = AuthorizationDetail["entries"][number] & { readonly currency: string };

const COLUMNS: readonly Column<Entry>[] = [
  { id: "kind", header: "Posting", cell: ({ kind }) => <span className="capitalize">{kind}</span> },
  { id: "at", minWidth: 228, header: "Time", cell: ({ createdAt }) => <Time at={createdAt} as="seconds" /> },
  { id: "account", header: "Account of", cell: ({ accountKind }) => <span className="capitalize">{accountKind}</span> },
  { id: "id", minWidth: 136, header: "Account", cell: ({ accountId }) => <CopyId id={accountId} /> },
  {
    id: "amount",
    minWidth: 150,
    header: "Amount",
    isNumeric: true,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
];

export function LedgerEntries({ detail }: { readonly detail: AuthorizationDetail }) {
  const rows = detail.entries.map((entry) => ({ ...entry, currency: detail.currency }));
  if (rows.length === 0) {
    return <p className="text-14 text-muted">No ledger entries: a hold alone doesn’t move money.</p>;
  }
  return (
    <DataTable
      label="Ledger entries"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ postingId, accountId }) => `${postingId}-${accountId}`}
      listRow={({ kind, createdAt, accountKind, amount, currency }) => (
        <span className="flex items-center justify-between gap-3 text-14">
          <span>
            <span className="block capitalize">
              {kind}, {accountKind}
            </span>
            <span className="block text-13 text-muted">
              <Time at={createdAt} as="seconds" />
            </span>
          </span>
          <Money amount={amount} currency={currency} />
        </span>
      )}
    />
  );
}
