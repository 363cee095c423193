import { clsx } from "clsx";
import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { beginNavigation } from "../navigation/pending";
import { useReached } from "../navigation/use-reached";
import { SelectBox } from "./grid/select-box";
import type { Marks } from "./grid/use-marks";
import { SELECT_ROOM, shareOf } from "./room";
import type { Column, DataTableProps } from "./table-props";

/** A quiet mark at a row's edge: it came while the list was looked at. */
export const NEW = "shadow-[inset_2px_0_0_var(--accent)]";

export interface RowsProps<Row> extends DataTableProps<Row> {
  readonly arrived: ReadonlySet<string>;
  /** Null: rows can't be marked. */
  readonly marks: Marks | null;
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

/** Where a row leads by a pointer; text that was marked in it, and what can be pressed in it, lead nowhere. */
function useGo<Row>(hrefOf: DataTableProps<Row>["hrefOf"]) {
  const router = useRouter();
  return (row: Row, isElsewhere: boolean) => {
    const href = hrefOf?.(row);
    if (!href || getSelection()?.toString()) return;
    if (isElsewhere) window.open(href, "_blank", "noopener");
    else {
      beginNavigation(href);
      router.push(href);
    }
  };
}

export function RowTable<Row extends object>(props: RowsProps<Row>) {
  const { label, columns, rows, keyOf, hrefOf, arrived, marks } = props;
  const { isReached, reach } = useReached();
  const go = useGo(hrefOf);
  const sized = marks ? [SELECT_ROOM, ...columns] : columns;
  return (
    <table aria-label={label} className="w-full text-14">
      <Head {...props} />
      <tbody className="divide-y divide-line">
        {rows.map((row) => {
          const key = keyOf(row);
          const isMarked = marks?.isSelected(key) || marks?.peeked === key;
          const { onFocus, ...pointed } = reach(key);
          return (
            // The first cell's link is what a keyboard reaches; the rest of the row is the same for a pointer.
            <tr
              key={key}
              data-row={key}
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
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={clsx(
                    "h-12 px-3 py-1.5 last:pr-4",
                    !marks && "first:pl-4",
                    column.isNumeric && "text-right tabular-nums",
                  )}
                >
                  {index === 0 && arrived.has(key) ? <span className="sr-only">New</span> : null}
                  {index === 0 && hrefOf ? (
                    <NextLink href={hrefOf(row)} prefetch={isReached(key)} className="font-medium hover:underline">
                      {showCell(column, sized)(row)}
                    </NextLink>
                  ) : (
                    showCell(column, sized)(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Head<Row extends object>({ columns, marks }: RowsProps<Row>) {
  return (
    <thead>
      <tr>
        {marks ? <SelectBox marks={marks} of="all" /> : null}
        {columns.map(({ id, header, isHeaderHidden, isNumeric }) => (
          <th
            key={id}
            scope="col"
            className={clsx(
              "sticky top-0 z-10 h-10 border-b border-line bg-raised px-3 text-13 font-medium whitespace-nowrap text-muted last:rounded-tr-8 last:pr-4",
              !marks && "first:rounded-tl-8 first:pl-4",
              isNumeric ? "text-right" : "text-left",
            )}
          >
            {isHeaderHidden ? <span className="sr-only">{header}</span> : header}
          </th>
        ))}
      </tr>
    </thead>
  );
}
