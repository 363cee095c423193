"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { grouped } from "@/components/ui/values/count";
import { Day } from "@/components/ui/values/time";
import type { NetworkBankStatement } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

const POLL_MS = 1_000;

type Statement = NetworkBankStatement;

const FORMATS = { camt_053: "camt.053", mt940: "MT940", csv: "CSV" } as const;

function Days({ fromOn, toOn }: Statement) {
  if (fromOn === toOn) return <Day day={toOn} as="utc" />;
  return (
    <>
      <Day day={fromOn} as="utc" /> – <Day day={toOn} as="utc" />
    </>
  );
}

function Balance({ of, statement }: { readonly of: "opening" | "closing"; readonly statement: Statement }) {
  const amount = statement[of];
  if (amount === null) return <span className="text-muted">Not said</span>;
  return <Money amount={amount} currency={statement.currency} />;
}

/** `12 of 40 new`, or what is known already. */
function Lines({ lineCount, newCount, handledCount, isFinished }: Statement) {
  if (!isFinished) return <span role="status">{`${grouped(handledCount)} of ${grouped(newCount)}`}</span>;
  return <>{newCount === lineCount ? grouped(lineCount) : `${grouped(lineCount)}, ${grouped(newCount)} new`}</>;
}

function Gap({ gap, currency }: Statement) {
  if (gap === null) return <span className="text-muted">None</span>;
  return (
    <span className="text-bad">
      <Money amount={gap} currency={currency} />
    </span>
  );
}

const COLUMNS: readonly Column<Statement>[] = [
  { id: "days", minWidth: 210, header: "Days", cell: (row) => <Days {...row} /> },
  { id: "number", minWidth: 120, isText: true, header: "Number", cell: ({ number }) => number ?? "–" },
  { id: "format", minWidth: 96, header: "Format", cell: ({ format }) => FORMATS[format] },
  {
    id: "opening",
    minWidth: 140,
    header: "Opening",
    isNumeric: true,
    cell: (row) => <Balance of="opening" statement={row} />,
  },
  {
    id: "closing",
    minWidth: 140,
    header: "Closing",
    isNumeric: true,
    cell: (row) => <Balance of="closing" statement={row} />,
  },
  { id: "gap", minWidth: 120, header: "Gap before", isNumeric: true, cell: (row) => <Gap {...row} /> },
  { id: "lines", minWidth: 120, header: "Lines", isNumeric: true, cell: (row) => <Lines {...row} /> },
  { id: "by", minWidth: 150, isText: true, header: "Brought by", cell: ({ broughtBy }) => broughtBy },
];

export function BankStatements() {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const statements = useQuery({
    ...trpc.network.bank.statements.queryOptions(place),
    refetchInterval: ({ state }) => (state.data?.some(({ isFinished }) => !isFinished) ? POLL_MS : false),
  });
  const underWay = statements.data?.filter(({ isFinished }) => !isFinished) ?? [];
  return (
    <section>
      <SectionHead title="Statements">
        <Link
          href={at("/network/bank/lines?state=unassigned")}
          className="text-14 font-medium text-accent hover:underline"
        >
          Unassigned lines
        </Link>
      </SectionHead>
      {underWay.map((statement) => (
        <Progress key={statement.id} statement={statement} />
      ))}
      <Unread what="The statements" query={statements} rows={3} />
      {statements.data?.length === 0 ? (
        <Empty icon={FileText} title="No statements yet">
          Upload what your bank says of a day: camt.053, MT940, or CSV.
        </Empty>
      ) : null}
      {statements.data && statements.data.length > 0 ? (
        <DataTable
          label="Statements"
          columns={COLUMNS}
          rows={statements.data}
          keyOf={({ id }) => id}
          listRow={(row) => (
            <>
              <span className="flex items-center justify-between gap-3 text-14 font-medium">
                <span>
                  <Days {...row} />
                </span>
                <Balance of="closing" statement={row} />
              </span>
              <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
                <span>
                  {FORMATS[row.format]}, lines: <Lines {...row} />
                </span>
                {row.gap === null ? null : (
                  <span>
                    Gap <Gap {...row} />
                  </span>
                )}
              </span>
            </>
          )}
        />
      ) : null}
    </section>
  );
}

function Progress({ statement: { number, handledCount, newCount } }: { readonly statement: Statement }) {
  const label = `Handling statement ${number ?? ""}`.trim();
  return (
    <div className="mb-4 rounded-8 border border-line p-4">
      <p role="status" className="text-14">
        <span className="font-medium">{label}</span>{" "}
        <span className="text-muted tabular-nums">
          {grouped(handledCount)} of {grouped(newCount)} lines. You can close this page.
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={newCount}
        aria-valuenow={handledCount}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(100 * handledCount) / Math.max(newCount, 1)}%` }}
        />
      </div>
    </div>
  );
}
