"use client";

import { clsx } from "clsx";
import { CloudAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../forms/button";
import { CopyId } from "../values/copy-id";

export function Skeleton({ className }: { readonly className: string }) {
  return <span aria-hidden className={clsx("block max-w-full animate-pulse rounded-4 bg-hover", className)} />;
}

export function SkeletonRows({ rows }: { readonly rows: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line rounded-8 border border-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have nothing else
        <div key={row} className="flex h-[4.25rem] items-center gap-3 px-4">
          <Skeleton className="size-9 rounded-full" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-20" />
          </span>
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center rounded-8 border border-dashed border-line px-6 py-10 text-center">
      <Icon aria-hidden className="mb-3 size-6 text-muted" strokeWidth={1.5} />
      <p className="text-16 font-medium">{title}</p>
      <p className="mt-1 max-w-80 text-14 text-balance text-muted">{children}</p>
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}

interface FailureProps {
  /** The subject of “couldn’t be loaded”: "Your codes". */
  readonly what: string;
  readonly error: {
    readonly message: string;
    readonly data?: { readonly requestId: string | null } | null | undefined;
  };
  readonly onRetry: () => void;
}

export function Failure({ what, error, onRetry }: FailureProps) {
  const requestId = error.data?.requestId;
  const reason = error.data ? error.message : "The connection to Closed Loop was lost.";
  return (
    <div role="alert" className="flex flex-col items-center rounded-8 border border-line px-6 py-10 text-center">
      <CloudAlert aria-hidden className="mb-3 size-6 text-bad" strokeWidth={1.5} />
      <p className="text-16 font-medium">{what} can’t be shown</p>
      <p className="mt-1 max-w-80 text-14 text-balance text-muted">{reason}</p>
      <div className="mt-5">
        <Button onClick={onRetry}>Try again</Button>
      </div>
      {requestId ? (
        <p className="mt-4 flex items-center gap-1 text-13 text-muted">
          Request <CopyId id={requestId} />
        </p>
      ) : null}
    </div>
  );
}

interface UnreadProps {
  /** As in `Failure`. */
  readonly what: string;
  readonly query: {
    readonly data: unknown;
    readonly isPending: boolean;
    readonly error: FailureProps["error"] | null;
    readonly refetch: () => unknown;
  };
  /** For lists: how many rows are expected. */
  readonly rows?: number;
  /** For others: blocks of about the size of what comes. */
  readonly children?: ReactNode;
}

/** Shows a skeleton until a query's data is there, or says why it isn't. */
export function Unread({ what, query: { data, isPending, error, refetch }, rows, children }: UnreadProps) {
  if (data !== undefined) return null;
  if (error) return <Failure what={what} error={error} onRetry={() => void refetch()} />;
  if (!isPending) return null;
  if (rows !== undefined) return <SkeletonRows rows={rows} />;
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      {children ?? (
        <>
          <Skeleton className="h-12 w-48" />
          <Skeleton className="h-64 w-full" />
        </>
      )}
    </div>
  );
}
