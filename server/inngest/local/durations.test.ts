import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRetryAfter, parseWhen, retryWaitMs } from "./durations";

for (const [text, afterMs] of [
  ["2s", 2_000],
  ["1h30m10s", 5_410_000],
  ["1w2d", 9 * 86_400_000],
  ["250ms", 250],
  ["366d", 366 * 86_400_000],
] as const) {
  test(`${text} is ${afterMs} ms`, () => assert.deepEqual(parseWhen(text), { afterMs }));
}

test("a date is a moment", () => {
  assert.deepEqual(parseWhen("2026-11-21T10:00:00.000Z"), { at: new Date("2026-11-21T10:00:00.000Z") });
});

for (const text of ["", "soon", "1", "1y", "-1s", "s", "1s later", "367d", "2999-01-01T00:00:00.000Z"]) {
  test(`${JSON.stringify(text)} is no time to wait`, () => {
    assert.throws(() => parseWhen(text), { name: "UnsupportedError" });
  });
}

test("Retry-After is seconds or a date, between a second and a day", () => {
  const now = new Date("2026-11-21T10:00:00.000Z");
  const read = (header: string | null) => parseRetryAfter(header, now);
  assert.deepEqual(
    [null, "", "30", "0", "999999", "2026-11-21T10:01:00.000Z", "2026-11-21T09:00:00.000Z", "nonsense"].map(read),
    [null, null, 30_000, 1_000, 86_400_000, 60_000, 1_000, null],
  );
});

test("retries wait longer and longer, as the real server's do, and never all at the same moment", () => {
  const waits = Array.from({ length: 12 }, (_, attempt) => retryWaitMs(attempt) / 1_000);
  const least = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200, 7_200, 7_200];
  waits.forEach((wait, i) => {
    assert.ok(wait >= (least[i] ?? 0) && wait <= (least[i] ?? 0) + 30, `${i}: ${wait}`);
  });
  assert.ok(new Set(Array.from({ length: 20 }, () => retryWaitMs(0))).size > 1);
});
