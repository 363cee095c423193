"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { FilterChips } from "@/components/ui/tables/filter-chips";
import { useQueryString } from "@/components/ui/tables/use-query-string";
import { Time } from "@/components/ui/values/time";
import type { ErrorGroup } from "@/server/trpc/types";
import { StatusCode } from "./status-code";

const PERIODS = [
  { value: "day", label: "24 hours" },
  { value: "week", label: "7 days" },
] as const;
const WORDS = { day: "last 24 hours", week: "last 7 days" } as const;
const SHOWN = 3;

export function ErrorGroups() {
  const trpc = useTRPC();
  const place = usePlace();
  const { values } = useQueryString();
  const [isAll, setAll] = useState(false);
  const period = values.get("period") === "week" ? "week" : "day";
  const errors = useQuery({
    ...trpc.tenant.requests.errors.queryOptions({ ...place, period }),
    placeholderData: keepPreviousData,
  });
  // The log works without it, so hide it if it can't be loaded or there are no errors.
  if (!errors.data || (errors.data.groups.length === 0 && period === "day")) return null;
  const { groups, isCut } = errors.data;
  const shown = isAll ? groups : groups.slice(0, SHOWN);
  return (
    <section className="mb-8">
      <SectionHead title="Errors">
        <FilterChips label="Period" name="period" options={PERIODS} initial="day" />
      </SectionHead>
      {groups.length === 0 ? <p className="text-14 text-muted">No errors in the {WORDS[period]}.</p> : null}
      {groups.length > 0 ? (
        <ul className="divide-y divide-line rounded-8 border border-line">
          {shown.map((group) => (
            <li key={`${group.operation} ${group.errorCode}`}>
              <Group group={group} words={WORDS[period]} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className="mt-2 flex items-center gap-3 text-13 text-muted empty:hidden">
        {groups.length > SHOWN ? (
          <Button size="small" look="quiet" onClick={() => setAll(!isAll)}>
            {isAll ? "Show fewer" : `Show ${groups.length - SHOWN} more`}
          </Button>
        ) : null}
        {isCut ? <span>Only the newest 50,000 are counted.</span> : null}
      </div>
    </section>
  );
}

function Group({ group, words }: { readonly group: ErrorGroup; readonly words: string }) {
  const { values, set } = useQueryString();
  const { operation, errorCode, status, count, lastAt, counts } = group;
  const isChosen = values.get("operation") === operation && values.get("error") === errorCode;
  const [method, path] = operation.split(" ");
  return (
    <PlainButton
      aria-pressed={isChosen}
      onClick={() => set(isChosen ? { operation: null, error: null } : { operation, error: errorCode, class: null })}
      className="grid min-h-12 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left text-14 hover:bg-hover aria-pressed:bg-accent-fill md:grid-cols-[minmax(0,1fr)_10rem_5.5rem_4rem]"
    >
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span translate="no" className="min-w-0 truncate font-mono text-13">
            {errorCode}
          </span>
          <StatusCode status={status} />
        </span>
        <span translate="no" className="mt-0.5 block truncate font-mono text-12 text-muted">
          {method} {path}
        </span>
      </span>
      <Bars counts={counts} />
      <span className="hidden text-right text-13 text-muted md:block">
        <Time at={lastAt} as="relative" />
      </span>
      <span className="text-right font-medium tabular-nums">
        {count.toLocaleString("en-US")}
        <span className="sr-only"> in the {words}</span>
      </span>
    </PlainButton>
  );
}

function Bars({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <span aria-hidden className="hidden h-7 items-end gap-px md:flex">
      {counts.map((count, part) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a part of time is its place
          key={part}
          className={count > 0 ? "min-w-0 flex-1 rounded-[1px] bg-bad" : "h-px min-w-0 flex-1 bg-line"}
          style={count > 0 ? { height: `${Math.max(12, (100 * count) / most)}%` } : undefined}
        />
      ))}
    </span>
  );
}
