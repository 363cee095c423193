import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTimeLeft, leftAt } from "./use-left";

const FROM = "2026-11-27T10:00:00.000Z";
const TEN_MINUTES = "2026-11-27T10:10:00.000Z";
const A_MONTH = "2026-12-27T10:00:00.000Z";

for (const [what, now, until, words, share] of [
  ["at once", "2026-11-27T10:00:00.000Z", TEN_MINUTES, "10:00", 1],
  ["by a clock that is a second behind", "2026-11-27T09:59:59.000Z", TEN_MINUTES, "10:00", 1],
  ["in the middle of a second", "2026-11-27T10:04:59.500Z", TEN_MINUTES, "5:01", 301 / 600],
  ["at the end", TEN_MINUTES, TEN_MINUTES, "0:00", 0],
  ["after it", "2026-11-27T10:11:00.000Z", TEN_MINUTES, "0:00", 0],
  ["of a month", FROM, A_MONTH, "30 d 0 h", 1],
  ["of hours", "2026-12-27T07:55:00.000Z", A_MONTH, "2 h 05 min", 7_500 / 2_592_000],
] as const) {
  test(`rest of the day: ${what}`, () => {
    const left = leftAt(Date.parse(now), FROM, until);
    assert.deepEqual([formatTimeLeft(left.seconds), left.share], [words, share]);
  });
}
