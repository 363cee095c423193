import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { restBetweenPieces } from "./pieces";

async function lasts(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

test("the first piece begins at once, the next after a rest as long as the one before", async () => {
  const rest = restBetweenPieces();
  assert.ok((await lasts(rest)) < 50);
  await sleep(100);
  assert.ok((await lasts(rest)) >= 95);
});
