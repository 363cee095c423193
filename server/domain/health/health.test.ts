import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { checkHealth } from "./health";

withTestDatabase();

const BUSY_MS = 1_700;

test("a busy process does not take its database for away", async () => {
  // Caches that the migrations are there, so that the next check is one query.
  await checkHealth();
  const asked = checkHealth();
  // The query goes out; its answer arrives while the event loop is blocked.
  await new Promise((resolve) => setImmediate(resolve));
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
  assert.equal((await asked).service, "closed-loop");
});
