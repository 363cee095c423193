import { clsx } from "clsx";
import NextLink from "next/link";
import { memo, useLayoutEffect, useRef } from "react";
import type { useReached } from "../navigation/use-reached";
import { dropsOf, SELECT_COLUMN, shareOf } from "./column-widths";
import { SelectBox } from "./grid/select-box";
import type { Marks } from "./grid/use-marks";
import type { Column, DataTableProps } from "./table-props";

export const NEW = "shadow-[inset_2px_0_0_var(--accent)]";

export interface RowsProps<Row> extends DataTableProps<Row> {
  readonly arrived: ReadonlySet<string>;
  /** Null: rows can't be selected. */
  readonly marks: Marks<Row> | null;
}

export interface RowActs<Row> {
  readonly reach: ReturnType<typeof useReached>["reach"];
  readonly go: (row: Row, isElsewhere: boolean) => void;
  readonly focused: (key: string) => void;
  readonly toggle: Marks<Row>["toggle"];
  /** Only in long lists. */
  readonly watch?: ((row: HTMLElement, index: number) => () => void) | undefined;
}

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

export function useWatched<Element extends HTMLElement>(index: number, watch: RowActs<unknown>["watch"]) {
  const row = useRef<Element>(null);
  useLayoutEffect(() => (row.current ? watch?.(row.current, index) : undefined), [watch, index]);
  return row;
}

/** Limits a text cell to its share of the width. In a long list, the fixed column widths do that. */
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
  const sized = canSelect ? [SELECT_COLUMN, ...columns] : columns;
  const { onFocus, ...pointed } = props.reach(rowKey);
  return (
    // Keyboards reach the first cell's link; clicking anywhere in the row does the same.
    <tr
      ref={element}
      data-row={rowKey}
      data-index={index}
      // Row 1 is the header.
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

/** Memoized, so that scrolling doesn't rerender rows. */
export const TableRow = memo(OneRow) as typeof OneRow;
