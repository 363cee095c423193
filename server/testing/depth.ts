/** `TEST_DEPTH=nightly` runs all of what each change runs a sample of. */
const isNightly = process.env.TEST_DEPTH === "nightly";

/** Widths, runs, or requests: all of them at night, a sample for each change. */
export function byDepth<T>(depths: { readonly nightly: T; readonly change: T }): T {
  return isNightly ? depths.nightly : depths.change;
}
