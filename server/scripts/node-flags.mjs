/**
 * Node flags for the app, used by `npm start`, `npm run serve`, and the image (decision 123):
 *
 * - One V8 helper thread instead of four, which during garbage collection would take processors from the main thread and the
 *   database.
 * - Old generation collected when it is half again as large as what survived last time, not twice as large.
 * - As large a young generation as Node 24's default (twice the earlier one), so that a request's garbage is gone before it is
 *   promoted.
 * - Every object starts young, even if earlier ones of its kind lived long: an old object keeps what it references alive.
 */
export const NODE_FLAGS = [
  "--v8-pool-size=1",
  "--heap-growing-percent=50",
  "--max-semi-space-size=32",
  "--no-allocation-site-pretenuring",
];
