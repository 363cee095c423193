/** Where the browser doesn't say when it is idle, that long after. */
const OTHERWISE_MS = 500;

/** Does what no one waits for once the page has nothing else to do. Returns what takes it back. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(work);
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, OTHERWISE_MS);
  return () => clearTimeout(timer);
}
