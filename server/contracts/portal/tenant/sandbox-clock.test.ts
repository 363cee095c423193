import assert from "node:assert/strict";
import { test } from "node:test";
import { clockMomentIn } from "./sandbox-clock";

for (const [zone, typed, moment] of [
  ["UTC", "2026-03-29T02:30", "2026-03-29T02:30:00.000Z"],
  ["Asia/Tokyo", "2026-03-29T00:30", "2026-03-28T15:30:00.000Z"],
  // In Berlin this time is skipped in March and occurs twice in October.
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"],
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
  ["UTC", "2026-03-29", null],
  ["UTC", "2026-13-01T00:00", null],
  ["UTC", "2026-03-01T24:61", null],
  ["UTC", "", null],
] as const) {
  test(`${typed || "nothing"} in ${zone} is ${moment ?? "no moment"}`, () => {
    const { data } = clockMomentIn(zone).safeParse({ to: typed });
    assert.equal(data?.to ?? null, moment);
  });
}
