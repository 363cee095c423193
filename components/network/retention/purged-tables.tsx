"use client";

import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Time } from "@/components/ui/values/time";
import type { RetainedTable } from "@/server/trpc/types";

const NONE = <span className="text-muted">–</span>;

function When({ at }: { readonly at: string | null | undefined }) {
  return at ? <Time at={at} as="relative" /> : NONE;
}

function describeRemoved({ lastRun, isPartitioned }: RetainedTable): string {
  const count = lastRun?.removed ?? 0;
  const noun = isPartitioned ? "partition" : "row";
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

function Kept({ table: { days, leastDays } }: { readonly table: RetainedTable }) {
  return (
    <>
      <span className="block">{days} days</span>
      <span className="block text-13 text-muted">minimum {leastDays}</span>
    </>
  );
}

const COLUMNS: readonly Column<RetainedTable>[] = [
  {
    id: "table",
    minWidth: 330,
    header: "Table",
    cell: ({ table, because }) => (
      <>
        <code translate="no" className="block text-13 font-medium">
          {table}
        </code>
        <span className="block text-13 text-muted">{because}</span>
      </>
    ),
  },
  { id: "kept", minWidth: 124, header: "Kept", cell: (row) => <Kept table={row} /> },
  { id: "oldest", minWidth: 124, header: "Oldest row", cell: ({ lastRun }) => <When at={lastRun?.oldestAt} /> },
  { id: "purge", minWidth: 124, header: "Last purge", cell: ({ lastRun }) => <When at={lastRun?.ranAt} /> },
  {
    id: "removed",
    minWidth: 130,
    header: "Deleted then",
    cell: (row) => (row.lastRun ? <span className="whitespace-nowrap">{describeRemoved(row)}</span> : NONE),
    isNumeric: true,
  },
];

export function PurgedTables({ tables }: { readonly tables: readonly RetainedTable[] }) {
  return (
    <DataTable
      label="Deleted by age"
      columns={COLUMNS}
      rows={tables}
      keyOf={({ table }) => table}
      listRow={(row) => (
        <>
          <span className="flex items-baseline justify-between gap-3 text-14">
            <code translate="no" className="min-w-0 truncate text-13 font-medium">
              {row.table}
            </code>
            <span className="shrink-0">{row.days} days</span>
          </span>
          <span className="mt-1 block text-13 text-muted">{row.because}</span>
          <span className="mt-1 flex flex-wrap justify-between gap-x-3 text-13 text-muted">
            <span>
              Oldest <When at={row.lastRun?.oldestAt} />
            </span>
            <span>
              {row.lastRun ? (
                <>
                  Purged <When at={row.lastRun.ranAt} />, {describeRemoved(row)}
                </>
              ) : (
                "Not purged yet"
              )}
            </span>
          </span>
        </>
      )}
    />
  );
}
