import { type ReactNode, useEffect } from "react";

/** The head of a record's page, as far as the row that leads there knows it. */
export interface KnownHead {
  readonly title: ReactNode;
  /** A line below it, such as its status. */
  readonly below?: ReactNode;
}

type HeadAt = (path: string) => KnownHead | null;

const lists = new Set<HeadAt>();

/**
 * A list that is shown tells what it knows of the records it leads to: their pages begin with it while they are on
 * their way.
 */
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
