"use client";

import { StatusBadge } from "@/components/shared/status/status-badge";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { Time } from "@/components/ui/values/time";
import type { Engine } from "@/server/trpc/types";

type Listed = NonNullable<Engine["embedded"]>["functions"][number];

function When({ at, as = "relative" }: { readonly at: string | null; readonly as?: "relative" | "next" }) {
  return at ? <Time at={at} as={as} /> : <span className="text-muted">–</span>;
}

const COLUMNS: readonly Column<Listed>[] = [
  {
    id: "name",
    room: 180,
    isText: true,
    header: "Function",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: "cron",
    room: 130,
    header: "Schedule, UTC",
    cell: ({ cron }) =>
      cron ? <code className="text-13">{cron}</code> : <span className="text-muted">by events</span>,
  },
  { id: "last", room: 130, header: "Last run", cell: ({ lastRunAt }) => <When at={lastRunAt} /> },
  {
    id: "status",
    room: 130,
    header: "Result",
    cell: ({ lastStatus }) =>
      lastStatus ? <StatusBadge status={lastStatus} /> : <span className="text-muted">–</span>,
  },
  { id: "next", room: 130, header: "Next run", cell: ({ nextAt }) => <When at={nextAt} as="next" />, isNumeric: true },
];

export function EngineFunctions({ functions }: { readonly functions: readonly Listed[] }) {
  return (
    <section>
      <SectionHead title="Functions" />
      <DataTable
        label="Functions"
        columns={COLUMNS}
        rows={functions}
        keyOf={({ name, cron }) => `${name} ${cron}`}
        listRow={(row) => (
          <>
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate text-14 font-medium">{row.name}</span>
              <code className="shrink-0 text-13 text-muted">{row.cron ?? "by events"}</code>
            </span>
            <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
              <span>
                Last <When at={row.lastRunAt} />
              </span>
              <span>
                Next <When at={row.nextAt} as="next" />
              </span>
            </span>
          </>
        )}
      />
    </section>
  );
}
