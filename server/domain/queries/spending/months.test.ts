import assert from "node:assert/strict";
import { test } from "node:test";
import { monthsBack } from "./months";

interface Row {
  readonly zone: string;
  readonly now: string;
  readonly name: string;
  readonly from: string;
  readonly until: string;
}

const ROWS: readonly Row[] = [
  {
    zone: "UTC",
    now: "2026-11-22T12:00:00.000Z",
    name: "2026-11",
    from: "2026-11-01T00:00:00.000Z",
    until: "2026-12-01T00:00:00.000Z",
  },
  {
    zone: "Asia/Tokyo",
    now: "2026-11-30T15:00:00.000Z",
    name: "2026-12",
    from: "2026-11-30T15:00:00.000Z",
    until: "2026-12-31T15:00:00.000Z",
  },
  // Includes the end of daylight saving time.
  {
    zone: "America/New_York",
    now: "2026-11-01T03:59:59.999Z",
    name: "2026-10",
    from: "2026-10-01T04:00:00.000Z",
    until: "2026-11-01T04:00:00.000Z",
  },
  {
    zone: "America/New_York",
    now: "2026-11-01T04:00:00.000Z",
    name: "2026-11",
    from: "2026-11-01T04:00:00.000Z",
    until: "2026-12-01T05:00:00.000Z",
  },
  {
    zone: "Asia/Kathmandu",
    now: "2026-01-31T18:15:00.000Z",
    name: "2026-02",
    from: "2026-01-31T18:15:00.000Z",
    until: "2026-02-28T18:15:00.000Z",
  },
];

for (const { zone, now, name, from, until } of ROWS) {
  test(`${zone}, ${now}: ${name}`, () => {
    const [month] = monthsBack(1, { zone, last: null, now: new Date(now) });
    assert.deepEqual(month, { name, from: new Date(from), until: new Date(until) });
  });
}

test("months follow each other without a gap, back over the year's end", () => {
  const months = monthsBack(6, { zone: "Europe/Berlin", last: "2027-02", now: new Date() });
  assert.deepEqual(
    months.map(({ name }) => name),
    ["2027-02", "2027-01", "2026-12", "2026-11", "2026-10", "2026-09"],
  );
  for (const [index, { from }] of months.entries()) {
    const before = months[index + 1];
    if (before) assert.deepEqual(before.until, from);
  }
});
