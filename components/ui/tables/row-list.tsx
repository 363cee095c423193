import { clsx } from "clsx";
import { Fragment } from "react";
import { Skeleton } from "../feedback/states";
import { Link } from "../navigation/link";
import { allLines } from "./long/lines";
import { NEW, type RowsProps } from "./row";

/** Rows of two lines, each a link. */
export function RowList<Row extends object>(props: RowsProps<Row> & { readonly className: string }) {
  const { label, rows, keyOf, hrefOf, listRow, arrived, marks, drawn, className } = props;
  return (
    <ul
      aria-label={label}
      data-rows
      className={clsx("divide-y divide-line overflow-hidden rounded-8 border border-line", className)}
    >
      {(drawn?.lines ?? allLines(rows)).map(({ index, row, gap, height }) => {
        if (!row) return <Waiting key={index} gap={gap} height={height ?? 0} />;
        const key = keyOf(row);
        return (
          <Fragment key={key}>
            <Gap height={gap} />
            <li
              data-row={key}
              data-index={index}
              {...(drawn ? { "aria-posinset": index + 1, "aria-setsize": drawn.total ?? -1 } : {})}
              {...(hrefOf ? {} : { tabIndex: -1 })}
              onFocus={() => marks?.peeked && marks.peek(key)}
              className={clsx(
                arrived.has(key) && NEW,
                (marks?.isSelected(key) || marks?.peeked === key) && "bg-accent-fill",
              )}
            >
              {arrived.has(key) ? <span className="sr-only">New</span> : null}
              {marks?.isSelected(key) ? <span className="sr-only">Selected</span> : null}
              {hrefOf ? (
                <Link href={hrefOf(row)} className="block px-4 py-3 -outline-offset-2 hover:bg-hover">
                  {listRow(row)}
                </Link>
              ) : (
                <div className="px-4 py-3">{listRow(row)}</div>
              )}
            </li>
          </Fragment>
        );
      })}
      <Gap height={drawn?.below ?? 0} />
    </ul>
  );
}

/** Rows that are not drawn. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <li aria-hidden style={{ height }} /> : null;
}

function Waiting({ gap, height }: { readonly gap: number; readonly height: number }) {
  return (
    <>
      <Gap height={gap} />
      <li aria-hidden style={{ height }} className="flex items-center px-4">
        <Skeleton className="h-3.5 w-40" />
      </li>
    </>
  );
}
