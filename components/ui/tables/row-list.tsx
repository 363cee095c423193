import { clsx } from "clsx";
import { Fragment, memo, type ReactNode } from "react";
import { Skeleton } from "../feedback/states";
import { Link } from "../navigation/link";
import { SelectInList } from "./grid/select-box";
import { allLines } from "./long/lines";
import { NEW, type RowActs, type RowLook, type RowsProps, useWatched } from "./row";
import { useStableCallback } from "./use-stable-callback";

export function RowList<Row extends object>(props: RowsProps<Row> & { readonly className: string }) {
  const { label, rows, keyOf, hrefOf, listRow, listAct, arrived, marks, drawn, className } = props;
  const focused = useStableCallback((key: string) => {
    if (marks?.peeked) marks.peek(key);
  });
  const toggle = useStableCallback((key: string, isRange?: boolean) => marks?.toggle(key, isRange));
  const isDrawn = drawn?.isTable !== true;
  return (
    <ul
      aria-label={label}
      data-rows
      data-form
      className={clsx("divide-y divide-line overflow-hidden rounded-8 border border-line", className)}
    >
      {(isDrawn ? (drawn?.lines ?? allLines(rows)) : []).map(({ index, row, gap, height }) => {
        if (!row) return <Waiting key={index} gap={gap} height={height ?? 0} />;
        const key = keyOf(row);
        return (
          <Fragment key={key}>
            <Gap height={gap} />
            <ListRow
              {...{ row, index, listRow, listAct, focused, toggle }}
              rowKey={key}
              href={hrefOf?.(row)}
              total={drawn ? (drawn.total ?? -1) : null}
              watch={drawn?.watch}
              isChoosing={marks?.isChoosing ?? false}
              isNew={arrived.has(key)}
              isSelected={marks?.isSelected(key) ?? false}
              isPeeked={marks?.peeked === key}
            />
          </Fragment>
        );
      })}
      <Gap height={isDrawn ? (drawn?.below ?? 0) : 0} />
    </ul>
  );
}

interface ListRowProps<Row> extends RowLook, Pick<RowActs<Row>, "focused" | "toggle" | "watch"> {
  readonly row: Row;
  readonly rowKey: string;
  readonly index: number;
  readonly href: string | undefined;
  readonly listRow: (row: Row) => ReactNode;
  readonly listAct: ((row: Row) => ReactNode) | undefined;
  /** Rows of a long list; -1 if unknown. */
  readonly total: number | null;
  readonly isChoosing: boolean;
}

function OneListRow<Row extends object>(props: ListRowProps<Row>) {
  const { row, rowKey, index, href, listRow, listAct, total, isChoosing, isNew, isSelected, isPeeked } = props;
  const act = listAct?.(row);
  const isParted = isChoosing || Boolean(act);
  const leading = clsx("py-3 pr-4", isChoosing ? "pl-2" : "pl-4", isParted ? "min-w-0 flex-1" : "block");
  const element = useWatched<HTMLLIElement>(index, props.watch);
  return (
    <li
      ref={element}
      data-row={rowKey}
      data-index={index}
      {...(total === null ? {} : { "aria-posinset": index + 1, "aria-setsize": total })}
      {...(href === undefined ? { tabIndex: -1 } : {})}
      onFocus={() => props.focused(rowKey)}
      className={clsx(isParted && "flex", isNew && NEW, (isSelected || isPeeked) && "bg-accent-fill")}
    >
      {isNew ? <span className="sr-only">New</span> : null}
      {isSelected ? <span className="sr-only">Selected</span> : null}
      {isChoosing ? <SelectInList of={rowKey} isSelected={isSelected} toggle={props.toggle} /> : null}
      {href === undefined ? (
        <div className={leading}>{listRow(row)}</div>
      ) : (
        <Link href={href} className={clsx(leading, "-outline-offset-2 hover:bg-hover")}>
          {listRow(row)}
        </Link>
      )}
      {act ? <div className="flex shrink-0 items-center pr-4">{act}</div> : null}
    </li>
  );
}

const ListRow = memo(OneListRow) as typeof OneListRow;

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
