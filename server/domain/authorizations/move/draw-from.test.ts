import assert from "node:assert/strict";
import { test } from "node:test";
import { drawFrom } from "./draw-from";

const CASES: readonly [available: readonly bigint[], amount: bigint, taken: readonly (readonly [number, bigint])[]][] =
  [
    [[50n, 30n, 20n], 10n, [[0, 10n]]],
    [[50n, 30n, 20n], 50n, [[0, 50n]]],
    [
      [50n, 30n, 20n],
      51n,
      [
        [0, 50n],
        [1, 1n],
      ],
    ],
    [
      [50n, 30n, 20n],
      100n,
      [
        [0, 50n],
        [1, 30n],
        [2, 20n],
      ],
    ],
    [
      [0n, 30n, 0n, 20n],
      40n,
      [
        [1, 30n],
        [3, 10n],
      ],
    ],
    [[50n], 0n, []],
    [[0n, 0n], 10n, []],
    [[], 10n, []],
  ];

test("an amount is taken in order, from each no more than it has", () => {
  for (const [available, amount, taken] of CASES) {
    const items = available.map((minor, index) => ({ minor, index }));
    const draws = drawFrom(items, amount, ({ minor }) => minor);
    assert.deepEqual(
      draws.map(({ item, takenMinor }) => [item.index, takenMinor]),
      taken,
      `${amount} from ${available.join(", ")}`,
    );
  }
});
