import assert from "node:assert/strict";
import { test } from "node:test";
import { feeOf } from "./fee-of";

for (const [rateBps, fixedMinor, amountMinor, feeMinor] of [
  [0, 0n, 10_00n, 0n],
  [140, 10n, 10_00n, 24n],
  [140, 10n, 1n, 1n],
  // Half a minor unit is rounded up.
  [150, 0n, 1_00n, 2n],
  [149, 0n, 1_00n, 1n],
  [1, 0n, 49_99n, 0n],
  [1, 0n, 50_00n, 1n],
  [10_000, 10n, 5n, 5n],
  [0, 600n, 4_00n, 4_00n],
  [10_000, 0n, 99_999_999_999_999n, 99_999_999_999_999n],
] as const) {
  test(`${rateBps / 100} % and ${fixedMinor} of ${amountMinor} is ${feeMinor}`, () => {
    assert.equal(feeOf({ rateBps, fixedMinor }, amountMinor), feeMinor);
  });
}
