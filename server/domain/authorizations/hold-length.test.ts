import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS } from "@/server/testing/clock";
import { holdExpiry } from "./new-authorization-row";

const CASES: readonly [mcc: string | null, mode: string | null, days: number][] = [
  [null, null, 7],
  ["5814", null, 7],
  ["5814", "02", 7],
  ["5814", "03", 7],
  ["5814", "04", 7],
  ["5814", "05", 7],
  ["5814", "01", 3],
  [null, "01", 3],
  ["7011", null, 30],
  ["7011", "01", 30],
  ["7512", "01", 30],
  ["7513", "02", 30],
  ["7519", null, 30],
  ["3501", "01", 30],
  ["3999", null, 30],
  ["3351", null, 30],
  ["3441", null, 30],
  ["3350", null, 7],
  ["3442", null, 7],
  ["3500", null, 7],
  ["4000", "01", 3],
  ["7010", null, 7],
  ["7514", null, 7],
  ["0000", null, 7],
];

test("a hold stands 7 days, 3 with the card present, 30 for lodging and car rental", () => {
  const from = new Date("2026-02-26T23:30:00.000Z");
  for (const [mcc, mode, days] of CASES) {
    assert.equal(holdExpiry(from, mcc, mode).getTime() - from.getTime(), days * DAY_MS, `mcc ${mcc} mode ${mode}`);
  }
});
