/**
 * How Node runs the app, in each of its processes (decision 118). `npm run serve` and the image's command have them too.
 *
 * - One helper thread for V8 instead of four: while they collect garbage, four of them take the processors from the thread that
 *   answers and from the database.
 * - Young objects have twice the room, so that what a request leaves behind is gone before it counts as old.
 */
export const NODE_FLAGS = ["--v8-pool-size=1", "--max-semi-space-size=32"];
