/** What of a column says how wide its table must be. */
interface Sized {
  /** How wide it gets with its padding, where that is not what most columns are: in pixels at the usual size of text, 16 a rem. */
  readonly room?: number;
  /** Texts share what is left once each column has its room. */
  readonly isText?: boolean;
  /** It goes where there is no room for all, the lowest first. */
  readonly drops?: number;
}

/** Of the boxes that choose rows. */
export const SELECT_ROOM: Sized = { room: 36 };

const ROOM = 112;
const PADDING = 24;
/** The first and the last cell keep four pixels more from the edge; the frame has a line on both sides. */
const EDGES = 10;

/** Written out, so that the style sheet has them: container queries can't read a variable. */
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

/** Rooms grow with the text that they are for. */
const remOf = (pixels: number) => `${pixels / 16}rem`;
const roomOf = ({ room = ROOM }: Sized) => room;
const sumOf = (columns: readonly Sized[]) => columns.reduce((sum, column) => sum + roomOf(column), EDGES);

function stepFor(columns: readonly Sized[]) {
  const needed = sumOf(columns);
  const step = STEPS.find(([from]) => from >= needed);
  // No container is as wide as that: pages are up to 75rem.
  if (!step) throw new Error(`columns of ${needed} px never have room`);
  return step;
}

/** Of a list on a screen of 1024 px, beside the sidebar. */
const NARROW = 700;
/** What a record is told by, and what is done with it: these stay. */
const TELLING = new Set(["status", "state", "amount", "pending", "net", "payout", "change", "run", "link", "actions"]);

/**
 * Columns of which as many can be dropped as it takes for a table on a narrow screen, the last ones first. Columns that say
 * themselves in which order they go are left as they are.
 */
export function dropping<Sizing extends Sized & { readonly id: string }>(
  columns: readonly Sizing[],
  canSelect: boolean,
): readonly Sizing[] {
  if (columns.some(({ drops }) => drops !== undefined)) return columns;
  const dropped: string[] = [];
  let left = sumOf(columns) + (canSelect ? roomOf(SELECT_ROOM) : 0);
  for (const column of columns.slice(1).reverse()) {
    if (left <= NARROW) break;
    if (TELLING.has(column.id)) continue;
    dropped.push(column.id);
    left -= roomOf(column);
  }
  // Without room for the others either, it is a list there.
  if (left > NARROW || dropped.length === 0) return columns;
  return columns.map((column) => {
    const at = dropped.indexOf(column.id);
    return at < 0 ? column : { ...column, drops: at + 1 };
  });
}

const staysUntil = (columns: readonly Sized[], order: number) =>
  columns.filter(({ drops = Number.POSITIVE_INFINITY }) => drops >= order);

/** The classes that show a table where its container has room for the columns that stay, and its list where it has not. */
export function showByRoom(columns: readonly Sized[]): { readonly table: string; readonly list: string } {
  stepFor(columns);
  const [, table, list] = stepFor(staysUntil(columns, Number.POSITIVE_INFINITY));
  return { table, list };
}

/** The classes of a column's cells, and of the column itself: it shows where there is room for it and all that stay longer. */
export function dropsOf(
  { drops }: Sized,
  columns: readonly Sized[],
): { readonly cell: string; readonly column: string } {
  if (drops === undefined) return { cell: "", column: "" };
  const [, , , cell, column] = stepFor(staysUntil(columns, drops));
  return { cell, column };
}

/** How wide a text may get before it is cut off: its room, and its part of what the container has beyond all rooms. */
export function shareOf(column: Sized, columns: readonly Sized[]): string {
  const texts = columns.reduce((sum, { isText, ...sized }) => sum + (isText ? roomOf(sized) : 0), 0);
  const part = roomOf(column) / texts;
  const least = remOf(roomOf(column) - PADDING);
  const share = `calc(${least} + (100cqi - ${remOf(sumOf(columns))}) * ${part.toFixed(4)})`;
  // Where columns are dropped the sum is of more than is shown.
  return columns.some(({ drops }) => drops !== undefined) ? `max(${least}, ${share})` : share;
}

/** How wide each column of a table is whose columns keep their widths. Where none holds texts, all share what is left. */
export function widthsOf(columns: readonly Sized[]): readonly string[] {
  const hasTexts = columns.some(({ isText }) => isText);
  const all = sumOf(columns);
  return columns.map((column) => {
    if (!hasTexts) return `${((roomOf(column) / all) * 100).toFixed(3)}%`;
    return column.isText ? "auto" : remOf(roomOf(column));
  });
}
