import { ROWS_AT_ONCE } from "./long-list";

/**
 * The pages of a long list, newest first: where each starts, and how many rows it had when last read. Only pages near the
 * viewport keep their rows.
 */
export interface Chain {
  /** Null: starts at the newest. */
  readonly starts: readonly (string | null)[];
  readonly counts: readonly (number | null)[];
}

export interface ReadPage {
  readonly count: number;
  readonly next: string | null;
}

export const chainFrom = (start: string | null): Chain => ({ starts: [start], counts: [null] });

const countOf = ({ counts }: Chain, page: number) => counts[page] ?? ROWS_AT_ONCE;

export function rowsIn(chain: Chain): number {
  return firstRowOf(chain, chain.starts.length);
}

export function firstRowOf(chain: Chain, page: number): number {
  let rows = 0;
  for (let before = 0; before < page; before += 1) rows += countOf(chain, before);
  return rows;
}

/** The page of a row; the last page if the row is beyond the end. */
export function pageAt(chain: Chain, row: number): number {
  let first = 0;
  for (let page = 0; page < chain.starts.length; page += 1) {
    first += countOf(chain, page);
    if (row < first) return page;
  }
  return chain.starts.length - 1;
}

/**
 * The chain after a page was read. If records came or went, the next page starts where this one now ends, so that no row is
 * skipped or repeated.
 */
export function linkPage(chain: Chain, page: number, { count, next }: ReadPage): Chain {
  const isSame = chain.counts[page] === count && (chain.starts[page + 1] ?? null) === next;
  if (isSame) return chain;
  const counts = chain.counts.with(page, count);
  if (next === null) return { starts: chain.starts.slice(0, page + 1), counts: counts.slice(0, page + 1) };
  const isKnown = page + 1 < chain.starts.length;
  return {
    starts: isKnown ? chain.starts.with(page + 1, next) : [...chain.starts, next],
    counts: isKnown ? counts : [...counts, null],
  };
}
