"use client";

import { clsx } from "clsx";
import NextLink from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { type KnownHead, useKnownHeads } from "../navigation/known-head";
import { Link } from "../navigation/link";
import { beginNavigation } from "../navigation/pending";
import { useReached } from "../navigation/use-reached";
import { shareOf, showByRoom } from "./room";
import { useArrivals } from "./use-arrivals";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Its cells speak for themselves: the header is only heard. */
  readonly isHeaderHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts stand at the right. */
  readonly isNumeric?: boolean;
  /** How wide it gets with its padding, in pixels, where that is not what most columns are. */
  readonly room?: number;
  /** Text of any length: it is cut off where its room ends. */
  readonly isText?: boolean;
}

interface DataTableProps<Row> {
  /** What the rows are, for who hears the table: "Authorizations". */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a row leads; all of it is the link. */
  readonly hrefOf?: (row: Row) => string;
  /** How the page begins that a row leads to. */
  readonly headOf?: (row: Row) => KnownHead;
  /** The same row where the columns have no room: two lines, what people compare at the right. */
  readonly listRow: (row: Row) => ReactNode;
}

/** A quiet mark at a row's edge: it came while the list was looked at. */
const NEW = "shadow-[inset_2px_0_0_var(--accent)]";

/** Rows that people compare: a table where its columns have room, else a list of two-line rows. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, hrefOf, headOf, listRow } = props;
  const arrived = useArrivals(useSearchParams().toString(), rows.map(keyOf));
  const show = showByRoom(columns);
  useKnownHeads((path) => {
    const row = rows.find((row) => hrefOf?.(row).split("?")[0] === path);
    return row && headOf ? headOf(row) : null;
  });
  return (
    <div className="@container w-full">
      <div className={clsx("rounded-8 border border-line", show.table)}>
        <Table {...props} arrived={arrived} />
      </div>
      <ul
        aria-label={label}
        className={clsx("divide-y divide-line overflow-hidden rounded-8 border border-line", show.list)}
      >
        {rows.map((row) => (
          <li key={keyOf(row)} className={clsx(arrived.has(keyOf(row)) && NEW)}>
            {arrived.has(keyOf(row)) ? <span className="sr-only">New</span> : null}
            {hrefOf ? (
              <Link href={hrefOf(row)} className="block px-4 py-3 -outline-offset-2 hover:bg-hover">
                {listRow(row)}
              </Link>
            ) : (
              <div className="px-4 py-3">{listRow(row)}</div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a cell shows of a row; a text no wider than its share. */
function showCell<Row>(column: Column<Row>, columns: readonly Column<Row>[]) {
  const { cell, isText } = column;
  if (!isText) return cell;
  const maxWidth = shareOf(column, columns);
  return (row: Row) => (
    <span className="block truncate" style={{ maxWidth }}>
      {cell(row)}
    </span>
  );
}

interface TableProps<Row> extends DataTableProps<Row> {
  readonly arrived: ReadonlySet<string>;
}

function Table<Row extends object>({ label, columns, rows, keyOf, hrefOf, arrived }: TableProps<Row>) {
  const router = useRouter();
  const { isReached, reach } = useReached();
  const go = (row: Row, isElsewhere: boolean) => {
    const href = hrefOf?.(row);
    if (!href || getSelection()?.toString()) return;
    if (isElsewhere) window.open(href, "_blank", "noopener");
    else {
      beginNavigation(href);
      router.push(href);
    }
  };
  return (
    <table aria-label={label} className="w-full text-14">
      <thead>
        <tr>
          {columns.map(({ id, header, isHeaderHidden, isNumeric }) => (
            <th
              key={id}
              scope="col"
              className={clsx(
                "sticky top-0 z-10 h-10 border-b border-line bg-raised px-3 text-13 font-medium whitespace-nowrap text-muted first:rounded-tl-8 first:pl-4 last:rounded-tr-8 last:pr-4",
                isNumeric ? "text-right" : "text-left",
              )}
            >
              {isHeaderHidden ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          // The first cell's link is what a keyboard reaches; the rest of the row is the same for a pointer.
          <tr
            key={keyOf(row)}
            className={clsx(hrefOf && "cursor-pointer hover:bg-hover", arrived.has(keyOf(row)) && NEW)}
            {...reach(keyOf(row))}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest("a, button")) return;
              go(row, event.metaKey || event.ctrlKey);
            }}
          >
            {columns.map((column, index) => (
              <td
                key={column.id}
                className={clsx("h-12 px-3 py-1.5 first:pl-4 last:pr-4", column.isNumeric && "text-right tabular-nums")}
              >
                {index === 0 && arrived.has(keyOf(row)) ? <span className="sr-only">New</span> : null}
                {index === 0 && hrefOf ? (
                  <NextLink href={hrefOf(row)} prefetch={isReached(keyOf(row))} className="font-medium hover:underline">
                    {showCell(column, columns)(row)}
                  </NextLink>
                ) : (
                  showCell(column, columns)(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
