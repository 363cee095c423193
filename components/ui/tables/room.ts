/** What of a column says how wide its table must be. */
interface Sized {
  /** How wide it gets with its padding, where that is not what most columns are: in pixels at the usual size of text, 16 a rem. */
  readonly room?: number;
  /** Texts share what is left once each column has its room. */
  readonly isText?: boolean;
}

/** Of the boxes that choose rows. */
export const SELECT_ROOM: Sized = { room: 36 };

const ROOM = 112;
const PADDING = 24;
/** The first and the last cell keep four pixels more from the edge; the frame has a line on both sides. */
const EDGES = 10;

/** Written out, so that the style sheet has them: container queries can't read a variable. */
const STEPS: readonly (readonly [from: number, table: string, list: string])[] = [
  [480, "hidden @min-[30rem]:block", "@min-[30rem]:hidden"],
  [560, "hidden @min-[35rem]:block", "@min-[35rem]:hidden"],
  [640, "hidden @min-[40rem]:block", "@min-[40rem]:hidden"],
  [700, "hidden @min-[43.75rem]:block", "@min-[43.75rem]:hidden"],
  [780, "hidden @min-[48.75rem]:block", "@min-[48.75rem]:hidden"],
  [860, "hidden @min-[53.75rem]:block", "@min-[53.75rem]:hidden"],
  [960, "hidden @min-[60rem]:block", "@min-[60rem]:hidden"],
  [1040, "hidden @min-[65rem]:block", "@min-[65rem]:hidden"],
  [1120, "hidden @min-[70rem]:block", "@min-[70rem]:hidden"],
];

/** Rooms grow with the text that they are for. */
const remOf = (pixels: number) => `${pixels / 16}rem`;
const roomOf = ({ room = ROOM }: Sized) => room;
const sumOf = (columns: readonly Sized[]) => columns.reduce((sum, column) => sum + roomOf(column), EDGES);

/** The classes that show a table where its container has room for all its columns, and its list where it has not. */
export function showByRoom(columns: readonly Sized[]): { readonly table: string; readonly list: string } {
  const needed = sumOf(columns);
  const step = STEPS.find(([from]) => from >= needed);
  // No container is as wide as that: pages are up to 75rem.
  if (!step) throw new Error(`columns of ${needed} px never have room`);
  return { table: step[1], list: step[2] };
}

/** How wide a text may get before it is cut off: its room, and its part of what the container has beyond all rooms. */
export function shareOf(column: Sized, columns: readonly Sized[]): string {
  const texts = columns.reduce((sum, { isText, ...sized }) => sum + (isText ? roomOf(sized) : 0), 0);
  const part = roomOf(column) / texts;
  return `calc(${remOf(roomOf(column) - PADDING)} + (100cqi - ${remOf(sumOf(columns))}) * ${part.toFixed(4)})`;
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
