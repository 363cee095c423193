import { clsx } from "clsx";
import NextLink from "next/link";
import { memo, useLayoutEffect, useRef } from "react";
import type { useReached } from "../navigation/use-reached";
import { SelectBox } from "./grid/select-box";
import type { Marks } from "./grid/use-marks";
import { dropsOf, SELECT_ROOM, shareOf } from "./room";
import type { Column, DataTableProps } from "./table-props";

/** A quiet mark at a row's edge: it came while the list was looked at. */
export const NEW = "shadow-[inset_2px_0_0_var(--accent)]";

export interface RowsProps<Row> extends DataTableProps<Row> {
  readonly arrived: ReadonlySet<string>;
  /** Null: rows can't be marked. */
  readonly marks: Marks<Row> | null;
}

/** What rows do; the same from one drawing to the next. */
export interface RowActs<Row> {
  readonly reach: ReturnType<typeof useReached>["reach"];
  readonly go: (row: Row, isElsewhere: boolean) => void;
  readonly focused: (key: string) => void;
  readonly toggle: Marks<Row>["toggle"];
  /** Of a long list. */
  readonly watch?: ((row: HTMLElement, index: number) => () => void) | undefined;
}

/** How a row stands with who looks at it. */
export interface RowLook {
  readonly isNew: boolean;
  readonly isSelected: boolean;
  readonly isPeeked: boolean;
}

interface TableRowProps<Row> extends RowActs<Row>, RowLook {
  readonly row: Row;
  readonly rowKey: string;
  readonly index: number;
  readonly href: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly isLong: boolean;
  readonly canSelect: boolean;
  readonly isReached: boolean;
}

/** Hears of how high the row is, where that is asked. */
export function useWatched<Element extends HTMLElement>(index: number, watch: RowActs<unknown>["watch"]) {
  const row = useRef<Element>(null);
  useLayoutEffect(() => (row.current ? watch?.(row.current, index) : undefined), [watch, index]);
  return row;
}

/** What a cell shows of a row; a text no wider than its share, which columns of a long list have by themselves. */
function showCell<Row>(column: Column<Row>, columns: Parameters<typeof shareOf>[1], isLong: boolean) {
  const { cell, isText } = column;
  if (!isText) return cell;
  const maxWidth = isLong ? undefined : shareOf(column, columns);
  return (row: Row) => (
    <span className="block truncate" style={{ maxWidth }}>
      {cell(row)}
    </span>
  );
}

function OneRow<Row extends object>(props: TableRowProps<Row>) {
  const { row, rowKey, index, href, columns, isLong, canSelect, isNew, isSelected, isPeeked, isReached } = props;
  const element = useWatched<HTMLTableRowElement>(index, props.watch);
  const sized = canSelect ? [SELECT_ROOM, ...columns] : columns;
  const { onFocus, ...pointed } = props.reach(rowKey);
  return (
    // The first cell's link is what a keyboard reaches; the rest of the row is the same for a pointer.
    <tr
      ref={element}
      data-row={rowKey}
      data-index={index}
      // The head is the first row.
      {...(isLong ? { "aria-rowindex": index + 2 } : {})}
      {...(href === undefined ? { tabIndex: -1 } : {})}
      className={clsx(
        "group/row",
        href !== undefined && "cursor-pointer hover:bg-hover",
        (isSelected || isPeeked) && "bg-accent-fill",
        isNew && NEW,
      )}
      {...pointed}
      onFocus={() => {
        onFocus();
        props.focused(rowKey);
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a, button, input, label")) return;
        props.go(row, event.metaKey || event.ctrlKey);
      }}
    >
      {canSelect ? <SelectBox of={rowKey} isSelected={isSelected} toggle={props.toggle} /> : null}
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={clsx(
            "h-12 px-3 py-1.5 last:pr-4",
            dropsOf(column, sized).cell,
            !canSelect && "first:pl-4",
            column.isNumeric && "text-right tabular-nums",
          )}
        >
          {at === 0 && isNew ? <span className="sr-only">New</span> : null}
          {at === 0 && href !== undefined ? (
            <NextLink href={href} prefetch={isReached} className="font-medium hover:underline">
              {showCell(column, sized, isLong)(row)}
            </NextLink>
          ) : (
            showCell(column, sized, isLong)(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** Drawn again only where something of it has changed: while one scrolls that is none of those that stay. */
export const TableRow = memo(OneRow) as typeof OneRow;
