import type { ReactNode } from "react";
import { Skeleton } from "../feedback/states";
import type { KnownHead } from "./known-head";

export type Shape = "list" | "record" | "overview" | "form" | "home";

interface PageSkeletonProps {
  readonly shape: Shape;
  /** Null: not known before the page loads. */
  readonly title: string | null;
  readonly head?: KnownHead | null;
}

const ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
const TILES = ["a", "b", "c", "d"] as const;

const BODIES: Readonly<Record<Shape, ReactNode>> = {
  list: (
    <>
      <Chips />
      <Rows />
    </>
  ),
  record: (
    <>
      <div className="grid grid-cols-1 gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,23.75rem)]">
        <Lines />
        <Lines />
      </div>
    </>
  ),
  overview: (
    <>
      <Chips />
      <div className="mb-8 grid grid-cols-2 divide-line rounded-8 border border-line lg:grid-cols-4 lg:divide-x">
        {TILES.map((tile) => (
          <div key={tile} className="flex flex-col gap-2 p-4">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-8 w-28 max-w-full" />
            <Skeleton className="h-3.5 w-20" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
        {TILES.map((tile) => (
          <div key={tile}>
            <Skeleton className="mb-4 h-5 w-36" />
            <Skeleton className="h-52 w-full rounded-8" />
          </div>
        ))}
      </div>
    </>
  ),
  form: (
    <div className="flex max-w-[40rem] flex-col gap-8">
      <Lines />
      <Lines />
    </div>
  ),
  home: (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-12">
      <div className="flex flex-col gap-2 lg:rounded-8 lg:border lg:border-line lg:bg-raised lg:p-6">
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-12 w-56 max-w-full" />
        <Skeleton className="h-5 w-28" />
      </div>
      <Rows />
    </div>
  ),
};

export function PageSkeleton({ shape, title, head = null }: PageSkeletonProps) {
  return (
    <>
      {shape === "record" ? <RecordHead head={head} /> : null}
      <div role="status" aria-label="Loading">
        {shape === "record" || shape === "home" ? null : (
          <div aria-hidden className="mb-6">
            {title ? (
              <p className="text-28 font-semibold tracking-[-0.011em]">{title}</p>
            ) : (
              <Skeleton className="h-9 w-48" />
            )}
            <Skeleton className="mt-2 h-3.5 w-64 max-w-full" />
          </div>
        )}
        {BODIES[shape]}
      </div>
    </>
  );
}

/** Has the size of the real head, so that nothing shifts. */
function RecordHead({ head }: { readonly head: KnownHead | null }) {
  return (
    <>
      <Skeleton className="mt-2 mb-4 h-5 w-32" />
      {head ? <h1 className="text-28 wrap-anywhere">{head.title}</h1> : <Skeleton className="h-9 w-44" />}
      <div className="mt-2 mb-6 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
        {head?.below ?? <Skeleton className="h-4 w-72 max-w-full" />}
      </div>
    </>
  );
}

function Chips() {
  return (
    <div className="mb-4 flex gap-2">
      <Skeleton className="h-8 w-20 rounded-full" />
      <Skeleton className="h-8 w-24 rounded-full" />
      <Skeleton className="h-8 w-20 rounded-full" />
    </div>
  );
}

function Rows() {
  return (
    <div className="divide-y divide-line overflow-hidden rounded-8 border border-line">
      {ROWS.map((row) => (
        <div key={row} className="flex h-15 items-center justify-between gap-6 px-4 lg:h-12">
          <span className="flex flex-1 flex-col gap-2 lg:flex-row lg:items-center lg:gap-10">
            <Skeleton className="h-3.5 w-32 max-w-full" />
            <Skeleton className="h-3 w-24 max-w-full" />
            <Skeleton className="hidden h-3.5 w-28 lg:block" />
          </span>
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}

function Lines() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}
