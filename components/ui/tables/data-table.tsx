"use client";

import { clsx } from "clsx";
import { useSearchParams } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { useKnownHeads } from "../navigation/known-head";
import { useLocale } from "../values/locale";
import { dropping, SELECT_COLUMN, showByWidth } from "./column-widths";
import { Fact, Facts } from "./facts";
import { GridBar } from "./grid/grid-bar";
import { PeekPanel } from "./grid/peek-panel";
import { useColumns } from "./grid/use-columns";
import { useMarks } from "./grid/use-marks";
import { useRowKeys } from "./grid/use-row-keys";
import { RowList } from "./row-list";
import { RowTable } from "./row-table";
import type { Column, DataTableProps, Total } from "./table-props";

export type { Column };

/** A table if its columns fit, else a list of two-line rows. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, keyOf, hrefOf, headOf, grid, drawn } = props;
  const isGrid = grid !== undefined;
  const chosen = useColumns(label, props.columns);
  const asked = isGrid ? chosen.columns : props.columns;
  const columns = useMemo(() => dropping(asked, isGrid), [asked, isGrid]);
  const address = useSearchParams().toString();
  const arrived = useArrivals(address, (drawn?.head ?? rows).map(keyOf));
  const box = useRef<HTMLDivElement>(null);
  const marks = useMarks(rows, keyOf, drawn ? address : null);
  useRowKeys(box, marks, isGrid, drawn?.goTo);
  useKnownHeads((path) => {
    const row = rows.find((row) => hrefOf?.(row).split("?")[0] === path);
    return row && headOf ? headOf(row) : null;
  });
  const show = showByWidth(isGrid ? [SELECT_COLUMN, ...columns] : columns);
  const peeked = rows.find((row) => keyOf(row) === marks.peeked);
  const shown = { ...props, columns, arrived, marks: isGrid ? marks : null };
  return (
    <div ref={box} className={clsx(peeked && "lg:flex lg:items-start lg:gap-4")}>
      <div className="@container w-full min-w-0 flex-1">
        {grid ? (
          <GridBar
            {...props}
            {...{ grid, marks }}
            choices={chosen.choices}
            toggle={chosen.toggle}
            whereNoHeaders={show.list}
            whereHeaders={show.table}
          />
        ) : null}
        <div data-form className={clsx("rounded-8 border border-line", show.table)}>
          <RowTable {...shown} sort={props.sort} />
        </div>
        <RowList {...shown} className={show.list} />
        {drawn ? <PrintedPart shown={rows.length} total={props.total} /> : null}
      </div>
      {peeked ? (
        <PeekPanel
          title={headOf?.(peeked).title ?? columns[0]?.cell(peeked)}
          below={headOf?.(peeked).below}
          href={hrefOf?.(peeked)}
          onClose={() => marks.peek(null)}
        >
          {grid?.peek?.(peeked) ?? <AllColumns columns={props.columns} row={peeked} />}
        </PeekPanel>
      ) : null}
    </div>
  );
}

function AllColumns<Row>({ columns, row }: { readonly columns: readonly Column<Row>[]; readonly row: Row }) {
  return (
    <Facts isDense>
      {columns.map(({ id, header, cell }) => (
        <Fact key={id} label={header}>
          {cell(row)}
        </Fact>
      ))}
    </Facts>
  );
}

interface Seen {
  readonly list: string;
  readonly keys: readonly string[];
  readonly arrived: ReadonlySet<string>;
}

/**
 * Rows that arrived above known ones while a newest-first list was open. `list` identifies the list; another value starts over.
 */
function useArrivals(list: string, keys: readonly string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen>({ list, keys, arrived: new Set() });
  if (seen.list === list && seen.keys.join() === keys.join()) return seen.arrived;
  const next = { list, keys, arrived: seen.list === list ? arrivedAmong(keys, seen) : new Set<string>() };
  setSeen(next);
  return next.arrived;
}

function arrivedAmong(keys: readonly string[], { keys: before, arrived }: Seen): ReadonlySet<string> {
  const known = new Set(before);
  const first = keys.findIndex((key) => known.has(key));
  if (first === -1) return new Set();
  return new Set([...keys.slice(0, first), ...keys.filter((key) => arrived.has(key))]);
}

/** A long list draws only the rows that were looked at. */
function PrintedPart({ shown, total }: { readonly shown: number; readonly total?: Total | null | undefined }) {
  const locale = useLocale();
  if (total && !total.isMore && total.count <= shown) return null;
  const all = total ? `, of ${total.isMore ? "more than " : ""}${total.count.toLocaleString(locale)}` : "";
  return (
    <p className="printed-part mt-2 text-13">
      {`Only the rows that were on the screen are printed${all}. Export saves all of them as a file.`}
    </p>
  );
}
