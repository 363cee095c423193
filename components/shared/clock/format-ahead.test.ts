import assert from "node:assert/strict";
import { test } from "node:test";
import { formatAhead } from "./format-ahead";

const HOUR_MS = 3_600_000;

test("a clock's lead is said in its two largest units", () => {
  assert.equal(formatAhead(9 * 24 * HOUR_MS), "9 days");
  assert.equal(formatAhead(9 * 24 * HOUR_MS - 4), "9 days");
  assert.equal(formatAhead(27 * HOUR_MS), "1 day 3 hours");
  assert.equal(formatAhead(HOUR_MS), "1 hour");
  assert.equal(formatAhead(2.5 * HOUR_MS), "2 hours 30 minutes");
  assert.equal(formatAhead(3), "1 minute");
});
