const SHOWN = 5;

/** An id, shortened in the middle: `1oZRw…ViDx2`. */
export function shortId(id: string): string {
  return id.length > 2 * SHOWN + 2 ? `${id.slice(0, SHOWN)}…${id.slice(-SHOWN)}` : id;
}
