import assert from "node:assert/strict";
import { test } from "node:test";
import { spansOf } from "./period";

const say = (dates: readonly Date[]) => dates.map((at) => at.toISOString().slice(5, 16));

for (const [what, now, zone, expected] of [
  [
    "UTC",
    "2026-03-10T10:20:00Z",
    "UTC",
    { first: "03-04T00:00", last: "03-10T00:00", end: "03-11T00:00", before: "02-25T00:00", beforeLast: "03-03T10:00" },
  ],
  [
    "a day that began elsewhere",
    "2026-03-10T23:20:00Z",
    "Asia/Tokyo",
    { first: "03-04T15:00", last: "03-10T15:00", end: "03-11T15:00", before: "02-25T15:00", beforeLast: "03-03T23:00" },
  ],
  [
    "clocks that went forward on the 29th",
    "2026-04-01T10:20:00Z",
    "Europe/Berlin",
    { first: "03-25T23:00", last: "03-31T22:00", end: "04-01T22:00", before: "03-18T23:00", beforeLast: "03-25T11:00" },
  ],
  [
    "half hours",
    "2026-03-10T10:20:00Z",
    "Asia/Kolkata",
    { first: "03-03T18:30", last: "03-09T18:30", end: "03-10T18:30", before: "02-24T18:30", beforeLast: "03-03T10:00" },
  ],
] as const) {
  test(`seven days: ${what}`, () => {
    const spans = spansOf("7d", new Date(now), zone);
    const { buckets, beforeBuckets, start, beforeStart, end, beforeLastHour, splitHours } = spans;
    assert.deepEqual([buckets.length, beforeBuckets.length], [7, 7]);
    assert.deepEqual([start, beforeStart], [buckets[0], beforeBuckets[0]]);
    const [first = "", before = "", last = "", shownEnd = "", beforeLast = ""] = say([
      ...[start, beforeStart, buckets[6] ?? end, end],
      beforeLastHour,
    ]);
    assert.deepEqual({ first, last, end: shownEnd, before, beforeLast }, expected);
    assert.equal(splitHours.length, zone === "Asia/Kolkata" ? 15 : 0);
  });
}

test("twenty-four hours begin with those of UTC, in every zone", () => {
  for (const zone of ["UTC", "Asia/Kolkata"]) {
    const { buckets, beforeLastHour, splitHours } = spansOf("24h", new Date("2026-03-10T10:20:00Z"), zone);
    assert.deepEqual(say([...buckets.slice(0, 1), ...buckets.slice(-1)]), ["03-09T11:00", "03-10T10:00"]);
    assert.deepEqual([say([beforeLastHour]), splitHours], [["03-09T10:00"], []]);
  }
});
