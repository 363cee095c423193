import { clsx } from "clsx";
import NextLink from "next/link";
import type { useReached } from "../navigation/use-reached";
import { SelectBox } from "./grid/select-box";
import type { Marks } from "./grid/use-marks";
import { SELECT_ROOM, shareOf } from "./room";
import type { Column, DataTableProps } from "./table-props";

/** A quiet mark at a row's edge: it came while the list was looked at. */
export const NEW = "shadow-[inset_2px_0_0_var(--accent)]";

export interface RowsProps<Row> extends DataTableProps<Row> {
  readonly arrived: ReadonlySet<string>;
  /** Null: rows can't be marked. */
  readonly marks: Marks<Row> | null;
}

interface TableRowProps<Row> extends RowsProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly reached: ReturnType<typeof useReached>;
  readonly go: (row: Row, isElsewhere: boolean) => void;
}

/** What a cell shows of a row; a text no wider than its share. */
function showCell<Row>(column: Column<Row>, columns: Parameters<typeof shareOf>[1]) {
  const { cell, isText } = column;
  if (!isText) return cell;
  const maxWidth = shareOf(column, columns);
  return (row: Row) => (
    <span className="block truncate" style={{ maxWidth }}>
      {cell(row)}
    </span>
  );
}

export function TableRow<Row extends object>(props: TableRowProps<Row>) {
  const { row, index, columns, keyOf, hrefOf, arrived, marks, drawn, reached, go } = props;
  const key = keyOf(row);
  const isMarked = marks?.isSelected(key) || marks?.peeked === key;
  const sized = marks ? [SELECT_ROOM, ...columns] : columns;
  const { onFocus, ...pointed } = reached.reach(key);
  return (
    // The first cell's link is what a keyboard reaches; the rest of the row is the same for a pointer.
    <tr
      data-row={key}
      data-index={index}
      // The head is the first row.
      {...(drawn ? { "aria-rowindex": index + 2 } : {})}
      {...(hrefOf ? {} : { tabIndex: -1 })}
      className={clsx(
        "group/row",
        hrefOf && "cursor-pointer hover:bg-hover",
        isMarked && "bg-accent-fill",
        arrived.has(key) && NEW,
      )}
      {...pointed}
      onFocus={() => {
        onFocus();
        if (marks?.peeked) marks.peek(key);
      }}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest("a, button, input, label")) return;
        go(row, event.metaKey || event.ctrlKey);
      }}
    >
      {marks ? <SelectBox marks={marks} of={key} /> : null}
      {columns.map((column, at) => (
        <td
          key={column.id}
          className={clsx(
            "h-12 px-3 py-1.5 last:pr-4",
            !marks && "first:pl-4",
            column.isNumeric && "text-right tabular-nums",
          )}
        >
          {at === 0 && arrived.has(key) ? <span className="sr-only">New</span> : null}
          {at === 0 && hrefOf ? (
            <NextLink href={hrefOf(row)} prefetch={reached.isReached(key)} className="font-medium hover:underline">
              {showCell(column, sized)(row)}
            </NextLink>
          ) : (
            showCell(column, sized)(row)
          )}
        </td>
      ))}
    </tr>
  );
}
