/**
 * How Node runs the app, whoever starts it (decision 123): `npm start`, `npm run serve`, and the image.
 *
 * - One helper thread for V8 instead of four: while they collect garbage, four of them take the processors from the thread that
 *   answers and from the database.
 * - Old objects are collected when there are half as many again as survived the last time, not twice as many.
 * - Young objects have as much room as Node 24 gives them by default, twice as much as before it, so that what a request leaves
 *   behind is gone before it counts as old.
 * - Every object starts young, however long earlier ones of its kind lived: an old one keeps alive what it refers to.
 */
export const NODE_FLAGS = [
  "--v8-pool-size=1",
  "--heap-growing-percent=50",
  "--max-semi-space-size=32",
  "--no-allocation-site-pretenuring",
];
