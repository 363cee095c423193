/**
 * The seam between a server of ours and Next inside it: two module graphs in one process, which meet in one place on
 * `globalThis` and nowhere else.
 */
const SEAM = Symbol.for("closed-loop.next-seam");

interface Seam {
  end: (() => Promise<void>) | null;
}

const place = globalThis as { [SEAM]?: Seam };
place[SEAM] ??= { end: null };
const seam = place[SEAM];

/** For Next's side: how what it opened is ended. */
export function onPagesEnd(end: () => Promise<void>): void {
  seam.end = end;
}

/** For the server's side, after its last answer. */
export async function endPagesOfNext(): Promise<void> {
  await seam.end?.();
}
