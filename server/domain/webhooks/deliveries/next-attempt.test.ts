import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_ATTEMPTS, nextAttemptAfter, RETRY_DELAYS_MS, SCHEDULED_ATTEMPTS } from "./delivery";

const STARTED_AT = new Date("2026-03-02T10:00:00.000Z");
const DIVISOR = 60;

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";
process.env.WEBHOOK_RETRY_DIVISOR = String(DIVISOR);

/** Contract 8: seconds between attempts. */
const SECONDS = [60, 300, 1_800, 7_200, 43_200, 86_400];

function secondsAfter(attempt: number, environment: "live" | "test"): number | null {
  const next = nextAttemptAfter(attempt, STARTED_AT, environment);
  return next && (next.getTime() - STARTED_AT.getTime()) / 1_000;
}

for (const [index, seconds] of SECONDS.entries()) {
  const attempt = index + 1;
  test(`attempt ${attempt + 1} comes ${seconds} seconds after attempt ${attempt}, sooner in the test environment`, () => {
    assert.equal(secondsAfter(attempt, "live"), seconds);
    assert.equal(secondsAfter(attempt, "test"), seconds / DIVISOR);
  });
}

test("there are seven attempts by schedule, and room for others by hand", () => {
  assert.equal(SCHEDULED_ATTEMPTS, 7);
  assert.equal(MAX_ATTEMPTS, 50);
  assert.deepEqual(
    RETRY_DELAYS_MS.map((milliseconds) => milliseconds / 1_000),
    SECONDS,
  );
  for (const attempt of [7, 8, MAX_ATTEMPTS]) {
    for (const environment of ["live", "test"] as const) {
      assert.equal(secondsAfter(attempt, environment), null);
    }
  }
});
