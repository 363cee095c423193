import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarDay } from "@/server/contracts/calendar-days";
import { nameDay } from "./name-day";

for (const [zone, now, at, name] of [
  ["UTC", "2026-03-02T00:30:00Z", "2026-03-02T00:10:00Z", "Today"],
  ["UTC", "2026-03-02T00:30:00Z", "2026-03-01T00:10:00Z", "Yesterday"],
  ["UTC", "2026-03-02T23:30:00Z", "2026-02-28T23:50:00Z", "Saturday, February 28"],
  ["UTC", "2027-01-01T09:00:00Z", "2026-12-31T09:00:00Z", "Yesterday"],
  ["UTC", "2027-01-02T09:00:00Z", "2026-12-31T09:00:00Z", "December 31, 2026"],
  // 24 hours earlier is two days back: on the 29th, clocks went forward, and the day had 23 hours.
  ["Europe/Berlin", "2026-03-29T22:30:00Z", "2026-03-29T10:00:00Z", "Yesterday"],
  ["Europe/Berlin", "2026-03-29T22:30:00Z", "2026-03-28T22:45:00Z", "Saturday, March 28"],
  // 24 hours earlier is the same day, which had 25 hours.
  ["Europe/Berlin", "2026-10-25T22:30:00Z", "2026-10-24T10:00:00Z", "Yesterday"],
  ["Pacific/Kiritimati", "2026-06-10T11:00:00Z", "2026-06-10T09:00:00Z", "Yesterday"],
  ["Pacific/Pago_Pago", "2026-06-10T11:00:00Z", "2026-06-10T10:30:00Z", "Yesterday"],
] as const) {
  test(`at ${now} in ${zone}, ${at} is on ${name}`, () => {
    const dayOf = (text: string) => calendarDay(new Date(text), zone);
    assert.equal(nameDay(dayOf(at), dayOf(now), "en-US"), name);
  });
}
