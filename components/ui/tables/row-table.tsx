import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { Fragment } from "react";
import { Skeleton } from "../feedback/states";
import { beginNavigation } from "../navigation/pending";
import { useReached } from "../navigation/use-reached";
import { dropsOf, SELECT_COLUMN, widthsOf } from "./column-widths";
import { SelectAll } from "./grid/select-box";
import { allLines } from "./long/lines";
import { type RowLook, type RowsProps, TableRow } from "./row";
import { ariaSort } from "./sort/sort";
import { SortHeader } from "./sort/sort-header";
import type { DataTableProps } from "./table-props";
import { useStableCallback } from "./use-stable-callback";

/** Opens a row on click, unless the user has selected text or clicked a control in it. */
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
  const { label, columns, rows, keyOf, hrefOf, marks, drawn } = props;
  const { isReached, reach } = useReached();
  const go = useStableCallback(useGo(hrefOf));
  const toggle = useStableCallback((key: string, isRange?: boolean) => marks?.toggle(key, isRange));
  const focused = useStableCallback((key: string) => {
    if (marks?.peeked) marks.peek(key);
  });
  const isDrawn = drawn?.isTable !== false;
  const rowCount = drawn ? (drawn.total === null ? -1 : drawn.total + 1) : undefined;
  return (
    <table aria-label={label} aria-rowcount={rowCount} className={clsx("w-full text-14", drawn && "table-fixed")}>
      {drawn ? <Widths {...props} /> : null}
      <Head {...props} />
      <tbody data-rows className="divide-y divide-line">
        {(isDrawn ? (drawn?.lines ?? allLines(rows)) : []).map(({ index, row, gap, height }) => (
          <Fragment key={row ? keyOf(row) : index}>
            <Gap height={gap} />
            {row ? (
              <TableRow
                {...{ row, index, columns, reach, go, toggle, focused }}
                {...lookOf(props, keyOf(row))}
                rowKey={keyOf(row)}
                href={hrefOf?.(row)}
                isLong={drawn !== undefined}
                canSelect={marks !== null}
                isReached={isReached(keyOf(row))}
                watch={drawn?.watch}
              />
            ) : (
              <tr aria-hidden style={{ height: height ?? 0 }}>
                <td colSpan={marks ? 2 : 1} className="px-4">
                  <Skeleton className="h-3.5 w-40" />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
        <Gap height={isDrawn ? (drawn?.below ?? 0) : 0} />
      </tbody>
    </table>
  );
}

function lookOf<Row>({ arrived, marks }: RowsProps<Row>, key: string): RowLook {
  return {
    isNew: arrived.has(key),
    isSelected: marks?.isSelected(key) ?? false,
    isPeeked: marks?.peeked === key,
  };
}

/** Stands for rows that aren't rendered. A single cell, because a colspan would count hidden columns. */
function Gap({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  );
}

/** Fixes the column widths, which would change with the rendered rows of a long list. */
function Widths<Row extends object>({ columns, marks }: RowsProps<Row>) {
  const sized = marks ? [SELECT_COLUMN, ...columns] : columns;
  const widths = widthsOf(sized);
  return (
    <colgroup>
      {widths.map((width, index) => (
        <col
          key={columns[marks ? index - 1 : index]?.id ?? "select"}
          style={{ width }}
          className={dropsOf(sized[index] ?? {}, sized).column}
        />
      ))}
    </colgroup>
  );
}

function Head<Row extends object>({ columns, marks, drawn, sort }: RowsProps<Row>) {
  const sized = marks ? [SELECT_COLUMN, ...columns] : columns;
  return (
    <thead>
      <tr {...(drawn ? { "aria-rowindex": 1 } : {})}>
        {marks ? <SelectAll marks={marks} /> : null}
        {columns.map(({ id, header, isHeaderHidden, isNumeric, sortBy }, at) => (
          <th
            key={id}
            scope="col"
            aria-sort={sort && sortBy ? ariaSort(sort, sortBy) : undefined}
            className={clsx(
              "sticky top-0 z-10 h-10 border-b border-line bg-raised px-3 text-13 font-medium whitespace-nowrap text-muted last:rounded-tr-8 last:pr-4",
              !marks && "first:rounded-tl-8 first:pl-4",
              isNumeric ? "text-right" : "text-left",
              dropsOf(columns[at] ?? {}, sized).cell,
            )}
          >
            {sort && sortBy ? (
              <SortHeader sort={sort} sortBy={sortBy} header={header} isNumeric={isNumeric === true} />
            ) : isHeaderHidden ? (
              <span className="sr-only">{header}</span>
            ) : (
              header
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
