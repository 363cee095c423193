import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import { asPageRead, findPageRead, outsidePages } from "./page-reads";

test("what no page asked for stores nothing, and what one asked for is outside of it", async (t) => {
  const run = t.mock.method(AsyncLocalStorage.prototype, "run");
  assert.equal(await outsidePages(async () => findPageRead()), null);
  assert.equal(run.mock.callCount(), 0);
  assert.equal(await asPageRead("replica", () => outsidePages(async () => findPageRead())), null);
  assert.equal(run.mock.callCount(), 2);
});
