import assert from "node:assert/strict";
import { test } from "node:test";
import { applyRules, type Decision, FUNDS_RULE, lacksFunds } from "./index";

for (const [what, amountMinor, availableMinor, isEnough] of [
  ["less than is there", 9_99n, 10_00n, true],
  ["all that is there", 10_00n, 10_00n, true],
  ["a cent more than is there", 10_01n, 10_00n, false],
  ["an overdrawn account, and an amount", 1n, -1n, false],
  ["an overdrawn account that is only looked at", null, -1n, true],
  ["an amount that no account is asked for", 10_00n, null, true],
  ["a look without an account", null, null, true],
] as const) {
  test(`${what}: ${isEnough ? "enough" : "not enough"}`, () => {
    assert.equal(FUNDS_RULE.passes({ amountMinor, availableMinor }), isEnough);
  });
}

test("a lack of funds was declined by that very rule", () => {
  const decided = (availableMinor: bigint) => applyRules([FUNDS_RULE], { amountMinor: 10_00n, availableMinor });
  assert.equal(lacksFunds(decided(9_99n)), true);
  // As the last of all rules, funds also ends the trace of an approval.
  assert.equal(lacksFunds(decided(10_00n)), false);
  const unread: Decision = { outcome: "declined", code: "51", hint: {}, trace: [] };
  assert.equal(lacksFunds(unread), false);
});
