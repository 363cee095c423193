/** What of a column says how wide its table must be. */
interface Sized {
  /** How wide it gets with its padding, in pixels, where that is not what most columns are. */
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
  [480, "hidden @min-[480px]:block", "@min-[480px]:hidden"],
  [560, "hidden @min-[560px]:block", "@min-[560px]:hidden"],
  [640, "hidden @min-[640px]:block", "@min-[640px]:hidden"],
  [700, "hidden @min-[700px]:block", "@min-[700px]:hidden"],
  [780, "hidden @min-[780px]:block", "@min-[780px]:hidden"],
  [860, "hidden @min-[860px]:block", "@min-[860px]:hidden"],
  [960, "hidden @min-[960px]:block", "@min-[960px]:hidden"],
  [1040, "hidden @min-[1040px]:block", "@min-[1040px]:hidden"],
  [1120, "hidden @min-[1120px]:block", "@min-[1120px]:hidden"],
];

const roomOf = ({ room = ROOM }: Sized) => room;
const sumOf = (columns: readonly Sized[]) => columns.reduce((sum, column) => sum + roomOf(column), EDGES);

/** The classes that show a table where its container has room for all its columns, and its list where it has not. */
export function showByRoom(columns: readonly Sized[]): { readonly table: string; readonly list: string } {
  const needed = sumOf(columns);
  const step = STEPS.find(([from]) => from >= needed);
  // No container is as wide as that: pages are up to 1,200 pixels.
  if (!step) throw new Error(`columns of ${needed} px never have room`);
  return { table: step[1], list: step[2] };
}

/** How wide a text may get before it is cut off: its room, and its part of what the container has beyond all rooms. */
export function shareOf(column: Sized, columns: readonly Sized[]): string {
  const texts = columns.reduce((sum, { isText, ...sized }) => sum + (isText ? roomOf(sized) : 0), 0);
  const part = roomOf(column) / texts;
  return `calc(${roomOf(column) - PADDING}px + (100cqi - ${sumOf(columns)}px) * ${part.toFixed(4)})`;
}

/** How wide each column of a table is whose columns keep their widths. Where none holds texts, all share what is left. */
export function widthsOf(columns: readonly Sized[]): readonly string[] {
  const hasTexts = columns.some(({ isText }) => isText);
  const all = sumOf(columns);
  return columns.map((column) => {
    if (!hasTexts) return `${((roomOf(column) / all) * 100).toFixed(3)}%`;
    return column.isText ? "auto" : `${roomOf(column)}px`;
  });
}
