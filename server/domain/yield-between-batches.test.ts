import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { yieldBetweenBatches } from "./yield-between-batches";

async function lasts(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

test("the first piece begins at once, the next after a rest as long as the one before", async () => {
  const rest = yieldBetweenBatches();
  // No timer, however short, fires before the next turn of the event loop.
  assert.equal(await Promise.race([rest().then(() => "begun"), turn("resting")]), "begun");
  await sleep(100);
  assert.ok((await lasts(rest)) >= 95);
});
