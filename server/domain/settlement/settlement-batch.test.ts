import assert from "node:assert/strict";
import { test } from "node:test";
import { divideBatch } from "./settlement-batch";

type Row = readonly [bigint, bigint, bigint, bigint, bigint, bigint?];

const ROWS: readonly Row[] = [
  [10_00n, 0n, 0n, 10_00n, 0n],
  [10_00n, 4_00n, 0n, 6_00n, 0n],
  [10_00n, 10_00n, 0n, 0n, 0n],
  [0n, 10_00n, 0n, 0n, -10_00n],
  [4_00n, 10_00n, 0n, 0n, -6_00n],
  [4_00n, 0n, -6_00n, 0n, -2_00n],
  [6_00n, 0n, -6_00n, 0n, 0n],
  [6_01n, 0n, -6_00n, 1n, 0n],
  [6_00n, 1_00n, -6_00n, 0n, -1_00n],
  [10_00n, 4_00n, 0n, 5_76n, 0n, 24n],
  [10n, 10n, 0n, 0n, -1n, 1n],
  [10n, 10n, -2n, 0n, -1n, -1n],
  // Beyond what a double can count to the cent.
  [9_007_199_254_740_993n, 1n, 0n, 9_007_199_254_740_992n, 0n],
];

for (const [capturedMinor, refundedMinor, carriedInMinor, payoutMinor, carriedOutMinor, feeMinor = 0n] of ROWS) {
  test(`${capturedMinor} − ${refundedMinor} − ${feeMinor} + ${carriedInMinor} pays ${payoutMinor}, carries ${carriedOutMinor}`, () => {
    const totals = { captureCount: 1, capturedMinor, refundCount: 1, refundedMinor, feeMinor };
    assert.deepEqual(divideBatch(totals, carriedInMinor), { payoutMinor, carriedOutMinor });
  });
}
