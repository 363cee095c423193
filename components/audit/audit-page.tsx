"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ClipboardList, X } from "lucide-react";
import type { AuditEntry } from "@/server/trpc/types";
import { ConsoleHead } from "../console/console-head";
import { usePlace } from "../console/use-place";
import { useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { type Column, DataTable } from "../ui/data-table";
import { FilterChips } from "../ui/filter-chips";
import { NewerOlder } from "../ui/newer-older";
import { Empty, Failure, SkeletonRows } from "../ui/states";
import { Time } from "../ui/time";
import { useQueryString } from "../ui/use-query-string";
import { NOUNS, sayAction } from "./actions";
import { Details, Subject } from "./audit-subject";

/** Who did what at the tenant, newest first. Nothing in it can be changed. */
export function AuditPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const { values, set } = useQueryString();
  const [noun, actor] = [values.get("noun"), values.get("actor")];
  const input = { ...place, noun, actor, cursor: values.get("cursor") };
  const list = useQuery({ ...trpc.audit.list.queryOptions(input), placeholderData: keepPreviousData });
  const items = list.data?.items ?? [];
  const isFiltered = noun !== null || actor !== null;
  const choose = (name: string) => set({ actor: actor === name ? null : name });
  const columns: Column<AuditEntry>[] = [
    { id: "when", header: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: "who", header: "Who", cell: (entry) => <Actor entry={entry} onChoose={choose} /> },
    { id: "what", header: "What", cell: ({ action }) => <span className="font-medium">{sayAction(action)}</span> },
    { id: "subject", header: "On", cell: (entry) => <Subject entry={entry} /> },
    {
      id: "details",
      header: "Actions",
      isHeaderHidden: true,
      isNumeric: true,
      cell: (entry) => <Details entry={entry} />,
    },
  ];
  return (
    <>
      <ConsoleHead title="Audit log" purpose="Who did what here. Nothing can be changed or taken out." />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <FilterChips label="About" name="noun" options={NOUNS} />
        {actor ? (
          <button
            type="button"
            onClick={() => set({ actor: null })}
            className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-fill px-3 text-13 font-medium text-accent"
          >
            <span className="truncate">By {actor}</span>
            <X aria-label="Clear" className="size-3.5 shrink-0" />
          </button>
        ) : null}
      </div>
      {list.isPending ? <SkeletonRows rows={6} /> : null}
      {list.isError && !list.data ? (
        <Failure what="The audit log" error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <Empty
          icon={ClipboardList}
          title={isFiltered ? "Nothing of this kind" : "Nothing yet"}
          action={
            isFiltered ? <Button onClick={() => set({ noun: null, actor: null })}>Clear filters</Button> : undefined
          }
        >
          {isFiltered ? "Nobody did anything that matches." : "What people and keys change here is kept here."}
        </Empty>
      ) : null}
      {items.length > 0 ? (
        <DataTable
          label="Audit log"
          columns={columns}
          rows={items}
          keyOf={({ id }) => id}
          phoneRow={(entry) => (
            <div className="grid gap-0.5">
              <div className="flex items-center justify-between gap-3">
                <span className="text-14 font-medium">{sayAction(entry.action)}</span>
                <Details entry={entry} />
              </div>
              <div className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
                <Actor entry={entry} onChoose={choose} /> <Time at={entry.createdAt} />
              </div>
            </div>
          )}
        />
      ) : null}
      {list.data ? <NewerOlder next={list.data.next} isBusy={list.isFetching} /> : null}
    </>
  );
}

interface ActorProps {
  readonly entry: AuditEntry;
  readonly onChoose: (actor: string) => void;
}

function Actor({ entry: { actor }, onChoose }: ActorProps) {
  return (
    <button
      type="button"
      title={`Only what ${actor} did`}
      onClick={() => onChoose(actor)}
      className="-mx-1 max-w-52 truncate rounded-4 px-1 text-left text-13 hover:bg-hover hover:underline lg:text-14"
    >
      {actor}
    </button>
  );
}
