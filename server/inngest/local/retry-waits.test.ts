import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRetryAfter, retryWaitMs } from "./retry-waits";

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
