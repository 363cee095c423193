/** The delay in browsers that don't report when they are idle. */
const OTHERWISE_MS = 500;

/** Runs work that no one waits for once the page is idle. Returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(work);
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(work, OTHERWISE_MS);
  return () => clearTimeout(timer);
}
