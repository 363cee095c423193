import process from "node:process";

/** From here on young objects have more room than that by V8's own default. */
const ROOMY_NODE = 24;

/** Of every process of the app: `npm run serve` and the image's command have them too. */
export const COMMON_FLAGS = ["--v8-pool-size=1", "--heap-growing-percent=50"];

/**
 * How `npm start` runs Node (decision 118).
 *
 * - One helper thread for V8 instead of four: while they collect garbage, four of them take the processors from the thread that
 *   answers and from the database.
 * - Old objects are collected when there are half as many again as survived the last time, not twice as many.
 * - Before Node 24, young objects have twice the room, so that what a request leaves behind is gone before it counts as old.
 */
export const NODE_FLAGS = [
  ...COMMON_FLAGS,
  ...(Number.parseInt(process.versions.node, 10) < ROOMY_NODE ? ["--max-semi-space-size=32"] : []),
];
