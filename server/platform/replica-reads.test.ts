import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import { isReadingFromReplica, onPrimary, onReplica } from "../db/pool";

test("shared work is done on the primary, whichever page asked first, and stores nothing where none did", async (t) => {
  const run = t.mock.method(AsyncLocalStorage.prototype, "run");
  assert.equal(await onPrimary(async () => isReadingFromReplica()), false);
  assert.equal(run.mock.callCount(), 0);
  assert.deepEqual(
    await onReplica(async () => [isReadingFromReplica(), await onPrimary(async () => isReadingFromReplica())]),
    [true, false],
  );
  assert.equal(run.mock.callCount(), 2);
});
