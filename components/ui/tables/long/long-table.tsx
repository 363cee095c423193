"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useLayoutEffect, useRef, useState } from "react";
import { Failure } from "../../feedback/states";
import { DataTable } from "../data-table";
import type { DataTableProps } from "../table-props";
import { chainFrom, linkPage, pageAt, rowsIn } from "./chain";
import { allLines, type Drawn, linesOf } from "./lines";
import type { LongList } from "./long-list";
import { NewAbove } from "./new-above";
import { OtherPages } from "./other-pages";
import { spotOf } from "./returned";
import { useKeptSpot } from "./use-kept-spot";
import { usePages } from "./use-pages";
import { useGoTo, usePlaceKept } from "./use-place-kept";
import { useWindow } from "./use-window";

interface LongTableProps<Row> extends DataTableProps<Row> {
  readonly list: LongList<Row>;
}

export type LongProps<Row> = Pick<LongTableProps<Row>, "list" | "sort" | "total" | "grid">;

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
    ...{ watch, goTo, head },
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
