"use client";

import { timeColumn } from "@/components/shared/console/columns";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import type { Column } from "@/components/ui/tables/data-table";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { Run } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

function What({ run: { error, sleep, nextAt, endedAt } }: { readonly run: Run }) {
  if (error) return <span className="line-clamp-2 max-w-96 text-13 text-bad">{error}</span>;
  if (nextAt) {
    return (
      <>
        {sleep ? `Sleeps ${sleep}, resumes ` : "Resumes "}
        <Time at={nextAt} as="relative" />
      </>
    );
  }
  if (!endedAt) return null;
  return (
    <>
      Ended <Time at={endedAt} as="relative" />
    </>
  );
}

function Change({ run }: { readonly run: Run }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { id, name, state } = run;
  const replay = useChange(trpc.network.engine.replay.mutationOptions(), { done: () => `${name} runs again` });
  if (state !== "failed" && state !== "cancelled") return null;
  return (
    <Button size="small" isBusy={replay.isPending} onClick={() => replay.mutate({ ...place, id })}>
      Run again
    </Button>
  );
}

const COLUMNS: readonly Column<Run>[] = [
  {
    id: "name",
    minWidth: 150,
    isText: true,
    header: "Function",
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: "state", minWidth: 120, header: "State", cell: ({ state }) => <StatusBadge status={state} /> },
  { id: "what", minWidth: 180, header: "What happens", cell: (run) => <What run={run} /> },
  timeColumn("Began", { id: "began" }),
  {
    id: "attempt",
    minWidth: 86,
    header: "Attempt",
    cell: ({ attempt }) => (attempt > 0 ? attempt : "–"),
    isNumeric: true,
  },
  {
    id: "subject",
    minWidth: 136,
    header: "About",
    cell: ({ subject }) => (subject ? <CopyId id={subject} /> : <span className="text-muted">–</span>),
  },
  { id: "id", minWidth: 136, header: "Run", cell: ({ id }) => <CopyId id={id} /> },
  {
    id: "change",
    minWidth: 120,
    header: "Change",
    cell: (run) => (
      <OwnLoginOnly>
        <Change run={run} />
      </OwnLoginOnly>
    ),
    isNumeric: true,
  },
];

export const RUN_TABLE = {
  label: "Runs",
  columns: COLUMNS,
  listRow: (run: Run) => (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate text-14 font-medium">{run.name}</span>
        <StatusBadge status={run.state} />
      </span>
      <span className="mt-1 flex items-center justify-between gap-3 text-13 text-muted">
        <span className="min-w-0">
          <What run={run} />
        </span>
        <OwnLoginOnly>
          <Change run={run} />
        </OwnLoginOnly>
      </span>
    </>
  ),
};
