interface Sized {
  /** The width with padding, in pixels at 16 px per rem. Default: `MIN_WIDTH`. */
  readonly minWidth?: number;
  /** Text columns share the remaining width. */
  readonly isText?: boolean;
  /** Columns with the lowest number are hidden first if there isn't room for all. */
  readonly drops?: number;
}

export const SELECT_COLUMN: Sized = { minWidth: 36 };

const MIN_WIDTH = 112;
const PADDING = 24;
/** Extra padding of the first and last cell, four pixels each, and the frame's two borders. */
const EDGES = 10;

/** Literal class names, so that Tailwind finds them: container queries can't use variables. */
const STEPS: readonly (readonly [from: number, table: string, list: string, cell: string, column: string])[] = [
  [
    480,
    "hidden @min-[30rem]:block",
    "@min-[30rem]:hidden",
    "hidden @min-[30rem]:table-cell",
    "hidden @min-[30rem]:table-column",
  ],
  [
    560,
    "hidden @min-[35rem]:block",
    "@min-[35rem]:hidden",
    "hidden @min-[35rem]:table-cell",
    "hidden @min-[35rem]:table-column",
  ],
  [
    640,
    "hidden @min-[40rem]:block",
    "@min-[40rem]:hidden",
    "hidden @min-[40rem]:table-cell",
    "hidden @min-[40rem]:table-column",
  ],
  [
    700,
    "hidden @min-[43.75rem]:block",
    "@min-[43.75rem]:hidden",
    "hidden @min-[43.75rem]:table-cell",
    "hidden @min-[43.75rem]:table-column",
  ],
  [
    780,
    "hidden @min-[48.75rem]:block",
    "@min-[48.75rem]:hidden",
    "hidden @min-[48.75rem]:table-cell",
    "hidden @min-[48.75rem]:table-column",
  ],
  [
    860,
    "hidden @min-[53.75rem]:block",
    "@min-[53.75rem]:hidden",
    "hidden @min-[53.75rem]:table-cell",
    "hidden @min-[53.75rem]:table-column",
  ],
  [
    960,
    "hidden @min-[60rem]:block",
    "@min-[60rem]:hidden",
    "hidden @min-[60rem]:table-cell",
    "hidden @min-[60rem]:table-column",
  ],
  [
    1040,
    "hidden @min-[65rem]:block",
    "@min-[65rem]:hidden",
    "hidden @min-[65rem]:table-cell",
    "hidden @min-[65rem]:table-column",
  ],
  [
    1120,
    "hidden @min-[70rem]:block",
    "@min-[70rem]:hidden",
    "hidden @min-[70rem]:table-cell",
    "hidden @min-[70rem]:table-column",
  ],
];

/** In rem, so that widths scale with the text size. */
const remOf = (pixels: number) => `${pixels / 16}rem`;
const minWidthOf = ({ minWidth = MIN_WIDTH }: Sized) => minWidth;
const sumOf = (columns: readonly Sized[]) => columns.reduce((sum, column) => sum + minWidthOf(column), EDGES);

function stepFor(columns: readonly Sized[]) {
  const needed = sumOf(columns);
  const step = STEPS.find(([from]) => from >= needed);
  // Pages are at most 75rem wide, so no container fits these columns.
  if (!step) throw new Error(`columns of ${needed} px never have room`);
  return step;
}

/** A list's width beside the sidebar on a 1024 px screen. */
const NARROW = 700;
/** Columns that identify a record, or act on it, are never hidden. */
const TELLING = new Set(["status", "state", "amount", "pending", "net", "payout", "change", "run", "link", "actions"]);

/**
 * Marks as many columns to hide as a narrow screen requires, the last ones first. Leaves columns alone if any of them sets
 * `drops` itself.
 */
export function dropping<Sizing extends Sized & { readonly id: string }>(
  columns: readonly Sizing[],
  canSelect: boolean,
): readonly Sizing[] {
  if (columns.some(({ drops }) => drops !== undefined)) return columns;
  const dropped: string[] = [];
  let left = sumOf(columns) + (canSelect ? minWidthOf(SELECT_COLUMN) : 0);
  for (const column of columns.slice(1).reverse()) {
    if (left <= NARROW) break;
    if (TELLING.has(column.id)) continue;
    dropped.push(column.id);
    left -= minWidthOf(column);
  }
  // The rest doesn't fit either, so a narrow screen gets the list.
  if (left > NARROW || dropped.length === 0) return columns;
  return columns.map((column) => {
    const at = dropped.indexOf(column.id);
    return at < 0 ? column : { ...column, drops: at + 1 };
  });
}

const staysUntil = (columns: readonly Sized[], order: number) =>
  columns.filter(({ drops = Number.POSITIVE_INFINITY }) => drops >= order);

export function showByWidth(columns: readonly Sized[]): { readonly table: string; readonly list: string } {
  stepFor(columns);
  const [, table, list] = stepFor(staysUntil(columns, Number.POSITIVE_INFINITY));
  return { table, list };
}

/** Classes of a column's cells and of its `col`: it is shown if it fits together with all columns that are hidden later. */
export function dropsOf(
  { drops }: Sized,
  columns: readonly Sized[],
): { readonly cell: string; readonly column: string } {
  if (drops === undefined) return { cell: "", column: "" };
  const [, , , cell, column] = stepFor(staysUntil(columns, drops));
  return { cell, column };
}

/** The maximum width of a text column: its own, plus its share of the container's remaining width. */
export function shareOf(column: Sized, columns: readonly Sized[]): string {
  const texts = columns.reduce((sum, { isText, ...sized }) => sum + (isText ? minWidthOf(sized) : 0), 0);
  const part = minWidthOf(column) / texts;
  const least = remOf(minWidthOf(column) - PADDING);
  const share = `calc(${least} + (100cqi - ${remOf(sumOf(columns))}) * ${part.toFixed(4)})`;
  // If columns are hidden, the sum exceeds what is shown, and the share may get smaller than the column itself.
  return columns.some(({ drops }) => drops !== undefined) ? `max(${least}, ${share})` : share;
}

/** Widths for a fixed table layout. Without text columns, all share the remaining width. */
export function widthsOf(columns: readonly Sized[]): readonly string[] {
  const hasTexts = columns.some(({ isText }) => isText);
  const all = sumOf(columns);
  return columns.map((column) => {
    if (!hasTexts) return `${((minWidthOf(column) / all) * 100).toFixed(3)}%`;
    return column.isText ? "auto" : remOf(minWidthOf(column));
  });
}
