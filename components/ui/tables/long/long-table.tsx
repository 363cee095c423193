"use client";

import { ArrowUp } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Failure } from "../../feedback/states";
import { Button } from "../../forms/button";
import { LinkButton } from "../../forms/link-button";
import { DataTable } from "../data-table";
import { reachOf } from "../grid/use-row-keys";
import type { DataTableProps } from "../table-props";
import { chainFrom, linkPage, pageAt, rowsIn } from "./chain";
import { allLines, type Drawn, linesOf } from "./lines";
import type { LongList } from "./long-list";
import { spotOf } from "./returned";
import { useKeptSpot } from "./use-kept-spot";
import { usePages } from "./use-pages";
import { useWindow } from "./use-window";

interface LongTableProps<Row> extends DataTableProps<Row> {
  readonly list: LongList<Row>;
}

export function LongTable<Row extends object>(props: LongTableProps<Row>) {
  const path = usePathname();
  const search = useSearchParams().toString();
  const address = search ? `${path}?${search}` : path;
  return <OneList address={address} {...props} />;
}

/** Another URL is another list, which starts at its top. Outside of the rows, the focus is kept. */
function useChain(address: string, start: string | null) {
  const [back, setBack] = useState(() => spotOf(address));
  const [of, setOf] = useState(address);
  const [chain, setChain] = useState(() => back?.chain ?? chainFrom(start));
  if (of === address) return { back, chain, setChain };
  const fresh = chainFrom(start);
  setOf(address);
  setBack(null);
  setChain(fresh);
  return { back: null, chain: fresh, setChain };
}

interface Pinned<Row> {
  readonly address: string;
  readonly index: number;
  readonly row: Row;
}

function OneList<Row extends object>({ address, list, ...props }: LongTableProps<Row> & { readonly address: string }) {
  const { label, rows: firstRows, keyOf } = props;
  const box = useRef<HTMLDivElement>(null);
  const { back, chain, setChain } = useChain(address, list.start);
  const [pin, setPinned] = useState<Pinned<Row> | null>(null);
  const pinned = pin?.address === address ? pin : null;
  const count = rowsIn(chain);
  const { virtualizer, isOn, isTable, top, watch } = useWindow({ box, count, pinned: pinned?.index ?? null, back });
  const items = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const { pages, failure, retry } = usePages({ address, list, chain }, [
    pageAt(chain, startIndex),
    pageAt(chain, endIndex),
  ]);
  let linked = chain;
  for (const { page, data, isRead } of pages) {
    if (data && isRead) linked = linkPage(linked, page, { count: data.items.length, next: data.next });
  }
  if (linked !== chain) setChain(linked);

  const head = pages[0]?.data?.items ?? firstRows;
  const known = new Map<number, Row>();
  for (const { first, page, data } of pages) {
    for (const [at, row] of (page === 0 ? head : (data?.items ?? [])).entries()) known.set(first + at, row);
  }
  if (pinned && !known.has(pinned.index)) known.set(pinned.index, pinned.row);
  const rowAt = (index: number) => known.get(index) ?? null;
  const places = new Map([...known].map(([index, row]) => [keyOf(row), index]));
  usePlaceKept({
    virtualizer,
    top,
    places,
    keyAt: (index) => {
      const row = rowAt(index);
      return row && keyOf(row);
    },
  });
  // Must run before the focus moves to a row, which may have rendered in the same commit.
  useLayoutEffect(() => {
    const keep = ({ target }: FocusEvent) => {
      const at = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
      const index = Number(at?.dataset.index ?? -1);
      const row = rowAt(index);
      if (row && pinned?.index !== index) setPinned({ address, index, row });
    };
    const here = box.current;
    here?.addEventListener("focusin", keep);
    return () => here?.removeEventListener("focusin", keep);
  });
  const goTo = useGoTo(box, virtualizer, count);
  useKeptSpot({ box, address, top, back }, () => ({
    chain: linked,
    top: window.scrollY,
    sizes: virtualizer.measurementsCache,
  }));

  const isEnd = pages.some(({ page, data }) => page === chain.starts.length - 1 && data?.next === null);
  const lines = isOn ? linesOf(items, top, rowAt) : allLines(firstRows);
  const drawn: Drawn<Row> = {
    lines,
    below: isOn ? Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top)) : 0,
    total: isEnd ? count : null,
    isTable: isOn ? isTable : null,
    watch,
    goTo,
    head,
  };
  return (
    <div ref={box}>
      <NewAbove isAway={(virtualizer.scrollOffset ?? 0) > top} keys={head.map(keyOf)} goTop={() => goTo(0, 0)} />
      <DataTable {...props} rows={isOn ? [...known.values()] : firstRows} drawn={drawn} />
      {failure ? <Failure what={label} error={failure} onRetry={retry} /> : null}
      <OtherPages start={list.start} next={isOn ? null : (chain.starts[1] ?? pages[0]?.data?.next ?? null)} />
    </div>
  );
}

interface OtherPagesProps {
  readonly start: string | null;
  /** The next, older page, for visitors without JavaScript. */
  readonly next: string | null;
}

function OtherPages({ start, next }: OtherPagesProps) {
  const path = usePathname();
  const values = useSearchParams();
  const addressOf = (cursor: string | null) => {
    const to = new URLSearchParams(values);
    if (cursor) to.set("cursor", cursor);
    else to.delete("cursor");
    return to.size > 0 ? `${path}?${to}` : path;
  };
  if (start === null && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between">
      {start === null ? (
        <span />
      ) : (
        <LinkButton size="small" href={addressOf(null)}>
          Newest
        </LinkButton>
      )}
      {next === null ? null : (
        <LinkButton size="small" href={addressOf(next)}>
          Older
        </LinkButton>
      )}
    </nav>
  );
}

interface NewAboveProps {
  readonly isAway: boolean;
  /** Keys of the first page's rows. */
  readonly keys: readonly string[];
  readonly goTop: () => void;
}

/** Tells how many new records there are at the top while the user has scrolled down. */
function NewAbove({ isAway, keys, goTop }: NewAboveProps) {
  const [seen, setSeen] = useState(keys[0]);
  if (!isAway && seen !== keys[0]) setSeen(keys[0]);
  const at = seen === undefined ? 0 : keys.indexOf(seen);
  const count = at === -1 ? `${keys.length}+` : String(at);
  const hasNew = isAway && at !== 0;
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(3.5rem+var(--band))] z-20 flex h-0 justify-center overflow-visible"
    >
      {hasNew ? (
        <span className="pointer-events-auto">
          <Button
            size="small"
            look="primary"
            onClick={() => {
              window.scrollTo(0, 0);
              goTop();
            }}
          >
            <ArrowUp aria-hidden className="size-4" /> {count} new
          </Button>
        </span>
      ) : null}
    </div>
  );
}

type Virtualizer = ReturnType<typeof useWindow>["virtualizer"];

interface Kept {
  readonly virtualizer: Virtualizer;
  readonly top: number;
  readonly places: ReadonlyMap<string, number>;
  readonly keyAt: (index: number) => string | null;
}

/** Keeps the visible rows in place when rows above them come or go. At the top of the list, new rows are shown. */
function usePlaceKept({ virtualizer, top, places, keyAt }: Kept): void {
  const anchor = useRef<{ readonly key: string; readonly index: number } | null>(null);
  useLayoutEffect(() => {
    const was = anchor.current;
    const now = was ? places.get(was.key) : undefined;
    if (was && now !== undefined && now !== was.index) {
      const startOf = (index: number) => virtualizer.measurementsCache[index]?.start ?? 0;
      window.scrollBy(0, startOf(now) - startOf(was.index));
      anchor.current = { key: was.key, index: now };
      return;
    }
    const first = (virtualizer.scrollOffset ?? 0) > top ? (virtualizer.range?.startIndex ?? null) : null;
    const key = first === null ? null : keyAt(first);
    anchor.current = first !== null && key !== null ? { key, index: first } : null;
  });
}

function useGoTo(box: RefObject<HTMLElement | null>, virtualizer: Virtualizer, count: number) {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const rows = box.current?.querySelectorAll<HTMLElement>(`[data-row][data-index="${wanted.current}"]`) ?? [];
    const row = [...rows].find((row) => row.offsetParent !== null);
    if (!row) return;
    wanted.current = null;
    reachOf(row).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  });
  // Repeated keys advance from the row that is still pending.
  return (from: number, step: number) => {
    const index = Math.max(0, Math.min((wanted.current ?? from) + step, count - 1));
    wanted.current = index;
    virtualizer.scrollToIndex(index, { align: "auto" });
  };
}
