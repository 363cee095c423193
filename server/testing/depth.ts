/** `TEST_DEPTH=nightly` runs everything of which each change runs a sample. */
const isNightly = process.env.TEST_DEPTH === "nightly";

export function byDepth<T>(depths: { readonly nightly: T; readonly change: T }): T {
  return isNightly ? depths.nightly : depths.change;
}
