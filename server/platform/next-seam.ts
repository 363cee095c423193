import { processSingleton } from "./singleton";

const seam = processSingleton<{ end: (() => Promise<void>) | null }>("next-seam", () => ({ end: null }));

/** In Next's module graph: how what it opened is ended. */
export function onPagesEnd(end: () => Promise<void>): void {
  seam.end = end;
}

/** In the server around Next, after its last answer. */
export async function endPagesOfNext(): Promise<void> {
  await seam.end?.();
}
