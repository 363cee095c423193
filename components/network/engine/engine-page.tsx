"use client";

import { useQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { stateOf } from "@/components/shared/status/states";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { FilterSelect } from "@/components/ui/tables/filter-field";
import { ListSection } from "@/components/ui/tables/list-section";
import { Time } from "@/components/ui/values/time";
import { RUN_STATES } from "@/server/contracts/choices";
import type { Engine } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";
import { useNetworkList } from "../shell/use-network-list";
import { RUN_TABLE } from "./engine-runs";

const POLL_MS = 5_000;

export function EnginePage() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const engine = useQuery({ ...trpc.network.engine.get.queryOptions(place), refetchInterval: POLL_MS });
  return (
    <>
      <PageHead title="Engine" purpose="Background functions, for live and test." />
      <Unread what="The engine" query={engine} rows={6} />
      {engine.data ? (
        <div className="flex flex-col gap-8">
          <Numbers engine={engine.data} />
          {engine.data.embedded ? (
            <>
              <EngineFunctions functions={engine.data.embedded.functions} />
              <Runs of={engine.data.embedded.functions} />
            </>
          ) : (
            <Empty icon={Activity} title="Functions run on another Inngest">
              It’s set by the INNGEST_* settings. See and replay runs in its own dashboard.
            </Empty>
          )}
        </div>
      ) : null}
    </>
  );
}

function Numbers({ engine: { embedded, overdueDeliveries } }: { readonly engine: Engine }) {
  const queue = embedded?.queue;
  const sweep = embedded?.functions.find(({ name }) => name === "sweep-deliveries");
  const formatCount = (count: number, most: number) =>
    count >= most ? `${most.toLocaleString("en-US")}+` : String(count);
  const numbers = [
    ...(queue
      ? [
          { label: "Due now", value: formatCount(queue.due + queue.events, 10_000), isBad: false },
          { label: "Running", value: formatCount(queue.underWay, 10_000), isBad: false },
          { label: "Sleeping", value: formatCount(queue.waiting, 10_000), isBad: false },
          { label: "Failed in 24 hours", value: formatCount(queue.failedToday, 10_000), isBad: queue.failedToday > 0 },
        ]
      : []),
    { label: "Late webhooks", value: formatCount(overdueDeliveries, 1_000), isBad: overdueDeliveries > 0 },
  ];
  return (
    <section aria-label="Now">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-8 border border-line bg-line md:grid-cols-5">
        {numbers.map(({ label, value, isBad }) => (
          <div
            key={label}
            className="flex flex-col bg-page p-3 last:col-span-2 only:col-span-full md:p-4 md:last:not-only:col-span-1"
          >
            <dt className="text-13 text-muted">{label}</dt>
            <dd className={`mt-auto text-28 font-semibold tabular-nums ${isBad ? "text-bad" : ""}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-13 text-muted">
        A webhook is late a minute after it was due.
        {sweep?.lastRunAt ? (
          <>
            {" "}
            The sweep for lost webhooks ran <Time at={sweep.lastRunAt} as="relative" />.
          </>
        ) : null}
      </p>
    </section>
  );
}

type Functions = NonNullable<Engine["embedded"]>["functions"];

function Runs({ of }: { readonly of: Functions }) {
  const trpc = useTRPC();
  const { values } = useNetwork();
  const list = useNetworkList(trpc.network.engine.runs, "engine", { state: values.get("state") ?? "unfinished" });
  // A function with two schedules is listed twice.
  const functions = [...new Map(of.map(({ id, name }) => [id, { value: id, label: name }])).values()];
  const options = [
    { value: "unfinished", label: "Failed or waiting" },
    { value: "all", label: "All" },
    ...RUN_STATES.map((state) => ({ value: state, label: stateOf(state).word })),
  ];
  return (
    <section>
      <SectionHead title="Runs" />
      <ListSection
        list={list}
        isPart
        first={<FilterSelect label="Function" name="function" all="All functions" options={functions} />}
        filters={<FilterChips label="State" name="state" options={options} initial="unfinished" />}
        what="Runs"
        empty={
          <Empty icon={Activity} title="No runs yet">
            No run has failed, and none is late or sleeping.
          </Empty>
        }
        noResults="No runs match these filters."
        {...RUN_TABLE}
      />
    </section>
  );
}

function When({ at, as = "relative" }: { readonly at: string | null; readonly as?: "relative" | "next" }) {
  return at ? <Time at={at} as={as} /> : <span className="text-muted">–</span>;
}

const FUNCTION_COLUMNS: readonly Column<Functions[number]>[] = [
  {
    id: "name",
    minWidth: 180,
    isText: true,
    header: "Function",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: "cron",
    minWidth: 130,
    header: "Schedule, UTC",
    cell: ({ cron }) =>
      cron ? (
        <code translate="no" className="text-13">
          {cron}
        </code>
      ) : (
        <span className="text-muted">by events</span>
      ),
  },
  { id: "last", minWidth: 130, header: "Last run", cell: ({ lastRunAt }) => <When at={lastRunAt} /> },
  {
    id: "status",
    minWidth: 130,
    header: "Result",
    cell: ({ lastStatus }) =>
      lastStatus ? <StatusBadge status={lastStatus} /> : <span className="text-muted">–</span>,
  },
  {
    id: "next",
    minWidth: 130,
    header: "Next run",
    cell: ({ nextAt }) => <When at={nextAt} as="next" />,
    isNumeric: true,
  },
];

function EngineFunctions({ functions }: { readonly functions: Functions }) {
  return (
    <section>
      <SectionHead title="Functions" />
      <DataTable
        label="Functions"
        columns={FUNCTION_COLUMNS}
        rows={functions}
        keyOf={({ name, cron }) => `${name} ${cron}`}
        listRow={(row) => (
          <>
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 truncate text-14 font-medium">{row.name}</span>
              <code translate="no" className="shrink-0 text-13 text-muted">
                {row.cron ?? "by events"}
              </code>
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
