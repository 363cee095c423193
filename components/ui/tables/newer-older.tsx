"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button } from "../forms/button";
import { useQueryString } from "./use-query-string";

interface NewerOlderProps {
  /** Where the next, older page begins; null: nothing is older. */
  readonly next: string | null;
  readonly isBusy: boolean;
}

/** The way through a list that is newest first. Where one is stands in the address, so that back goes back. */
export function NewerOlder({ next, isBusy }: NewerOlderProps) {
  const router = useRouter();
  const { values, set } = useQueryString();
  const isFirst = !values.get("cursor");
  if (isFirst && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between">
      <Button size="small" disabled={isFirst} onClick={() => router.back()}>
        <ChevronLeft aria-hidden className="size-4" /> Newer
      </Button>
      {isFirst ? null : (
        <Button size="small" look="quiet" onClick={() => set({ cursor: null })}>
          Newest
        </Button>
      )}
      <Button size="small" disabled={next === null} isBusy={isBusy} onClick={() => set({ cursor: next })}>
        Older <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
