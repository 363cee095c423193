import { clsx } from "clsx";
import { Link } from "../navigation/link";
import { NEW, type RowsProps } from "./row-table";

/** Rows of two lines, each a link. */
export function RowList<Row extends object>(props: RowsProps<Row> & { readonly className: string }) {
  const { label, rows, keyOf, hrefOf, listRow, arrived, marks, className } = props;
  return (
    <ul
      aria-label={label}
      className={clsx("divide-y divide-line overflow-hidden rounded-8 border border-line", className)}
    >
      {rows.map((row) => {
        const key = keyOf(row);
        return (
          <li
            key={key}
            data-row={key}
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
        );
      })}
    </ul>
  );
}
