import assert from "node:assert/strict";
import { test } from "node:test";
import { findAnomalies } from "./find-anomalies";

const NONE = { requested: 0, approved: 0, attempts: 0, arrived: 0 };
const payments = (requested: number, approved = requested) => ({ ...NONE, requested, approved });
const webhooks = (attempts: number, arrived: number) => ({ ...NONE, attempts, arrived });

for (const [what, before, current, expected] of [
  ["nothing at all", NONE, NONE, []],
  ["as before", payments(200, 190), payments(210, 195), []],
  ["20 before, none now", payments(20), NONE, ["silent"]],
  ["19 before, none now", payments(19), NONE, []],
  ["five times as many", payments(20), payments(100), ["surge"]],
  ["not quite five times", payments(21), payments(100), []],
  ["a hundred from one", payments(1), payments(100), ["surge"]],
  ["fewer than a hundred from one", payments(1), payments(99), []],
  ["the first payments, however many", NONE, payments(10_000), []],
  ["approvals fell by 16 points", payments(100, 90), payments(100, 74), ["approvals_dropped"]],
  ["approvals fell by 14 points", payments(100, 90), payments(100, 76), []],
  ["approvals fell, of few", payments(100, 90), payments(19, 0), []],
  ["approvals rose", payments(100, 50), payments(100, 90), []],
  ["17 of 20 arrived", NONE, webhooks(20, 17), ["webhooks_failing"]],
  ["18 of 20 arrived", NONE, webhooks(20, 18), []],
  ["none of 19 arrived", NONE, webhooks(19, 0), []],
] as const) {
  test(`${what}: ${expected.length > 0 ? expected.join() : "nothing to look into"}`, () => {
    assert.deepEqual(findAnomalies({ before, current }), expected);
  });
}

test("several at once, the worst first", () => {
  const before = payments(20, 20);
  const current = { requested: 200, approved: 100, attempts: 50, arrived: 0 };
  assert.deepEqual(findAnomalies({ before, current }), ["approvals_dropped", "webhooks_failing", "surge"]);
});
