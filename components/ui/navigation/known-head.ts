import { type ReactNode, useEffect } from "react";

/** The head of a record's page, as far as the row that links to it knows it. */
export interface KnownHead {
  readonly title: ReactNode;
  /** A line below the title, such as the status. */
  readonly below?: ReactNode;
}

type HeadAt = (path: string) => KnownHead | null;

const lists = new Set<HeadAt>();

/** Registers what a visible list knows about its records, so that their pages can show a head while they load. */
export function useKnownHeads(headAt: HeadAt): void {
  useEffect(() => {
    lists.add(headAt);
    return () => {
      lists.delete(headAt);
    };
  });
}

export function knownHeadAt(path: string): KnownHead | null {
  for (const headAt of lists) {
    const head = headAt(path);
    if (head) return head;
  }
  return null;
}
