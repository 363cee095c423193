"use client";

import { clsx } from "clsx";
import { Columns3, Copy, Download, ListChecks, PanelRight, X } from "lucide-react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { toast } from "../../feedback/toast";
import { Button } from "../../forms/button";
import { useLazyOnHover } from "../../layout/use-lazy-on-hover";
import { Link } from "../../navigation/link";
import { copyText } from "../../values/copy-text";
import { useLocale } from "../../values/locale";
import { SortSelect } from "../sort/sort-select";
import type { DataTableProps } from "../table-props";
import type { ColumnsMenuProps } from "./columns-menu";
import type { Grid } from "./grid";
import { SMALL } from "./grid-button";
import type { Marks } from "./use-marks";

interface GridBarProps<Row> extends DataTableProps<Row>, ColumnsMenuProps {
  readonly grid: Grid<Row>;
  readonly marks: Marks<Row>;
  /** Class that shows alternatives to the headers if the list has none. */
  readonly whereNoHeaders: string;
  /** Class that shows column controls if the list has headers. */
  readonly whereHeaders: string;
}

/** Sorting covers at most this many rows. */
const MOST = (10_000).toLocaleString("en-US");

const FEW = 8;

export function GridBar<Row extends object>(props: GridBarProps<Row>) {
  const { grid, marks, rows, keyOf, columns, sort, choices, toggle } = props;
  const { file } = grid;
  const isUsed = Boolean(sort?.value) || marks.peeked !== null || choices.some(({ isShown }) => !isShown);
  const isFew = !isUsed && Math.max(rows.length, props.total?.count ?? 0) < FEW;
  return (
    <>
      {sort?.isPart ? (
        <p role="status" className="mb-2 text-13 text-muted">
          Sorted among the newest {MOST}. Filter the list to sort older records.
        </p>
      ) : null}
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 @min-[30rem]:min-h-9">
        {marks.selected.length > 0 || marks.isChoosing ? (
          <Selected {...props} />
        ) : (
          <div className="min-w-0 text-13 text-muted tabular-nums">{grid.summary ?? <Count total={props.total} />}</div>
        )}
        <div className="ml-auto flex items-center gap-1">
          {sort && !isFew ? <SortSelect columns={columns} sort={sort} className={props.whereNoHeaders} /> : null}
          {grid.bulk ? (
            <span className={props.whereNoHeaders}>
              <PlainButton
                aria-pressed={marks.isChoosing}
                onClick={() => marks.choose(!marks.isChoosing)}
                className={clsx(SMALL, "max-lg:h-11")}
              >
                <ListChecks aria-hidden className="size-4" /> Select
              </PlainButton>
            </span>
          ) : null}
          <span className={isFew ? "hidden" : "hidden @min-[30rem]:block"}>
            <PlainButton
              title="Space"
              aria-pressed={marks.peeked !== null}
              onClick={() => marks.peek(marks.peeked === null && rows[0] ? keyOf(rows[0]) : null)}
              className={SMALL}
            >
              <PanelRight aria-hidden className="size-4" /> Preview
            </PlainButton>
          </span>
          {isFew ? null : <ColumnsButton choices={choices} toggle={toggle} whereHeaders={props.whereHeaders} />}
          {file ? <Export file={file} marks={marks} /> : null}
        </div>
      </div>
    </>
  );
}

function Count({ total }: Pick<DataTableProps<unknown>, "total">) {
  const locale = useLocale();
  if (!total) return null;
  const count = total.count.toLocaleString(locale);
  if (total.isMore) return <p>More than {count} results</p>;
  return (
    <p>
      {count} {total.count === 1 ? "result" : "results"}
    </p>
  );
}

type ColumnsButtonProps = ColumnsMenuProps & Pick<GridBarProps<unknown>, "whereHeaders">;

/** Shown if there are columns. Once used it stays, so that columns that were hidden can be shown again. */
function ColumnsButton({ whereHeaders, ...menu }: ColumnsButtonProps) {
  const { Opened, button } = useLazyOnHover(() => import("./columns-menu").then((module) => module.ColumnsMenu));
  const isUsed = Opened !== null || menu.choices.some(({ isShown }) => !isShown);
  return (
    <span className={isUsed ? "hidden @min-[30rem]:block" : whereHeaders}>
      {Opened ? (
        <Opened {...menu} />
      ) : (
        <PlainButton {...button} aria-haspopup="menu" className={SMALL}>
          <Columns3 aria-hidden className="size-4" /> Columns
        </PlainButton>
      )}
    </span>
  );
}

/** In touch selection it shows from the start, so that the rows don't shift. */
function Selected<Row extends object>({ grid, marks }: GridBarProps<Row>) {
  const { selected } = marks;
  const isNone = selected.length === 0;
  const copy = async () => {
    if (await copyText(selected.join("\n"))) toast.success(`${selected.length} IDs copied`);
    else toast.error("Your browser blocked copying");
  };
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-13 max-lg:[&_button]:h-11">
      <span className="font-medium tabular-nums">{selected.length} selected</span>
      <Button size="small" disabled={isNone} onClick={() => void copy()}>
        <Copy aria-hidden className="size-4" /> Copy IDs
      </Button>
      {grid.bulk?.map(({ label, icon: Icon, run }) => (
        <Button
          key={label}
          size="small"
          disabled={isNone}
          onClick={() => run(marks.selectedRows, () => marks.selectAll(false))}
        >
          <Icon aria-hidden className="size-4" /> {label}
        </Button>
      ))}
      {marks.isChoosing ? null : (
        <Button size="small" look="quiet" onClick={() => marks.selectAll(false)}>
          <X aria-hidden className="size-4" /> Clear
        </Button>
      )}
    </div>
  );
}

interface ExportProps<Row> extends Pick<GridBarProps<Row>, "marks"> {
  readonly file: NonNullable<Grid<Row>["file"]>;
}

/** Downloads the list at once. Lists that are too large link to a page that exports in the background. */
function Export<Row>({ file, marks }: ExportProps<Row>) {
  const isChosen = marks.selected.length > 0;
  const shown = (
    <>
      <Download aria-hidden className="size-4" />
      <span className="sr-only @min-[30rem]:not-sr-only">{isChosen ? "Export selected" : "Export"}</span>
    </>
  );
  if (file.ifLarge && !isChosen) {
    return (
      <Link href={file.ifLarge} className={SMALL}>
        {shown}
      </Link>
    );
  }
  return (
    <PlainButton
      onClick={() => void import("./save-file").then(({ saveFile }) => saveFile(file, marks.selected))}
      className={SMALL}
    >
      {shown}
    </PlainButton>
  );
}
