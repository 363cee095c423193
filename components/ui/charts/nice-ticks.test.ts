import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { niceTicks } from "./nice-ticks";

test("an axis goes up in round steps and covers the largest value", () => {
  for (const [max, expected] of [
    [0, [0, 1]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [7, [0, 2, 4, 6, 8]],
    [40, [0, 10, 20, 30, 40]],
    [1234.56, [0, 500, 1000, 1500]],
    [0.03, [0, 0.01, 0.02, 0.03]],
  ] as const) {
    assert.deepEqual(niceTicks(max), expected, `up to ${max}`);
  }
});

test("a chart has two to five ticks for any largest value, and none is far above it", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e12, noNaN: true }), (max) => {
      const ticks = niceTicks(max);
      const top = ticks.at(-1) ?? 0;
      assert.ok(ticks.length >= 2 && ticks.length <= 5, `${max}: ${ticks}`);
      assert.ok(top >= max * (1 - 1e-9) && top <= max * 2.5, `${max}: ${ticks}`);
    }),
  );
});
