"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { Button } from "@/components/ui/forms/button";
import { Link } from "@/components/ui/navigation/link";
import { CopyId } from "@/components/ui/values/copy-id";
import type { BulkJob } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { BULK_ACTS, type BulkActName, countOf, groupFailures } from "./bulk-acts";
import type { BulkActProps } from "./use-bulk-act";

const POLL_MS = 1_500;

export function BulkAct({ act, subject, asked, isBusy, begin, close }: BulkActProps) {
  const { label, asks, leftOut } = BULK_ACTS[act];
  const wanted = asked?.ids.length ?? 0;
  const left = (asked?.count ?? 0) - wanted;
  return (
    <>
      <BulkProgress act={act} subject={subject} />
      <Confirm
        isOpen={asked !== null}
        onClose={close}
        title={`${label} ${countOf(act, wanted)}?`}
        action={label}
        isHarmless={asks?.isHarmless ?? true}
        isBusy={isBusy}
        onConfirm={begin}
      >
        {asks?.say(wanted)}
        {left > 0 ? (
          <span className="mt-2 block">
            {left} of the {left + wanted} selected {left === 1 ? "is" : "are"} left out: {leftOut}.
          </span>
        ) : null}
      </Confirm>
    </>
  );
}

interface BulkProgressProps {
  readonly act: BulkActName;
  readonly subject: string | null;
}

export function BulkProgress({ act, subject }: BulkProgressProps) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const { data } = useQuery({
    ...trpc.tenant.bulkJobs.list.queryOptions({ ...place, act, ...(subject === null ? {} : { subject }) }),
    refetchInterval: ({ state }) => (state.data?.jobs.some(({ isUnderWay }) => isUnderWay) ? POLL_MS : false),
  });
  const shown = data?.jobs.filter(({ id }) => !dismissed.includes(id)) ?? [];
  return (
    <>
      {shown.map((job) =>
        job.isUnderWay ? (
          <UnderWay key={job.id} job={job} />
        ) : (
          <Ended key={job.id} job={job} subject={subject} dismiss={() => setDismissed((ids) => [...ids, job.id])} />
        ),
      )}
    </>
  );
}

function UnderWay({ job: { act, seen, total } }: { readonly job: BulkJob }) {
  const { doing } = BULK_ACTS[act];
  return (
    <div className="mb-4 rounded-8 border border-line p-4">
      <p role="status" className="text-14">
        <span className="font-medium">{doing}</span>{" "}
        <span className="text-muted tabular-nums">
          {seen.toLocaleString("en-US")} of {countOf(act, total)}. You can close this page.
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={`${doing} ${countOf(act, total)}`}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={seen}
        className="mt-3 h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(100 * seen) / total}%` }}
        />
      </div>
    </div>
  );
}

interface EndedProps {
  readonly job: BulkJob;
  readonly subject: string | null;
  readonly dismiss: () => void;
}

function Ended({ job, subject, dismiss }: EndedProps) {
  const { act, done, total, seen, failures } = job;
  const { did, again } = BULK_ACTS[act];
  const said =
    done === total
      ? `${countOf(act, total)} ${did}`
      : `${done.toLocaleString("en-US")} of ${countOf(act, total)} ${did}`;
  return (
    <div className="mb-4 flex items-start justify-between gap-4 rounded-8 border border-line p-4 text-14">
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {said}
        </p>
        {failures.length > 0 ? <Failures job={job} subject={subject} /> : null}
        {seen < total ? (
          <p className="mt-1 text-muted">
            {countOf(act, total - seen)} {total - seen === 1 ? "was" : "were"} given up after too many faults.{" "}
            {again[total - seen === 1 ? 0 : 1]}
          </p>
        ) : null}
      </div>
      <Button size="small" look="quiet" onClick={dismiss}>
        Dismiss
      </Button>
    </div>
  );
}

function Failures({ job, subject }: Pick<EndedProps, "job" | "subject">) {
  const { place } = useTenant();
  const { hrefOf, nameOf } = BULK_ACTS[job.act];
  return (
    <ul className="mt-2 flex flex-col gap-2">
      {groupFailures(job).map(({ reason, line, ids }) => (
        <li key={reason}>
          <details>
            <summary className="cursor-pointer text-muted">{line}</summary>
            <ul className="mt-1 flex flex-col gap-1">
              {ids.map((id) => (
                <li key={id}>
                  {hrefOf ? (
                    <Link
                      translate="no"
                      href={pathOf(place, hrefOf(id, subject))}
                      className="font-mono text-13 text-accent hover:underline"
                    >
                      {id}
                    </Link>
                  ) : nameOf ? (
                    <span className="text-muted tabular-nums">{nameOf(id)}</span>
                  ) : (
                    <CopyId id={id} />
                  )}
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
