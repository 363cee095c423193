import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { checkHealth } from "./check-health";

withTestDatabase();

/** Longer than an answer may take. */
const BUSY_MS = 1_700;

test("a process that was busy itself does not take its database for away", async () => {
  // What it finds once it does not ask again: that the migrations are there.
  await checkHealth();
  const asked = checkHealth();
  // The question is on its way, and its answer comes while nobody listens.
  await new Promise((resolve) => setImmediate(resolve));
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
  assert.equal((await asked).service, "closed-loop");
});
