import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultWorkers, readStartSettings } from "./settings";

test("up to two cores one process answers, else one for each core but the first, and no more than four", () => {
  const cores = [1, 2, 3, 4, 5, 8, 64];
  assert.deepEqual(cores.map(defaultWorkers), [1, 1, 2, 3, 4, 4, 4]);
});

test("WORKERS counts, but for development, which watches its files in one process", () => {
  const workersOf = (environment: Readonly<Record<string, string>>) =>
    readStartSettings({ NODE_ENV: "production", ...environment }).workers;
  assert.equal(workersOf({ WORKERS: "3" }), 3);
  assert.equal(workersOf({ WORKERS: "3", NODE_ENV: "development" }), 1);
  assert.throws(() => workersOf({ WORKERS: "0" }), /WORKERS is not usable/);
});
