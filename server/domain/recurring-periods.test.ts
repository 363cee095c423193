import assert from "node:assert/strict";
import { test } from "node:test";
import { calendarDay, zonedInstant } from "@/server/contracts/calendar-days";
import { dueFrom, type Interval, nextPeriodOn } from "./recurring-periods";

const HOUR_MS = 3_600_000;
const ZONES = [
  "UTC",
  "Asia/Tokyo",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "America/Santiago",
];

class Plan {
  #firstAt: Date | null = null;
  #nextOn: Date | null = null;

  constructor(
    readonly interval: Interval,
    readonly timeZone: string,
  ) {}

  charge(at: Date): boolean {
    const recurring = { interval: this.interval, timeZone: this.timeZone, nextOn: this.#nextOn };
    const from = dueFrom(recurring);
    if (from !== null && at < from) return false;
    this.#firstAt ??= at;
    this.#nextOn = nextPeriodOn(recurring, this.#firstAt, at);
    return true;
  }

  get nextOn(): string | null {
    return this.#nextOn?.toISOString().slice(0, 10) ?? null;
  }
}

function dayOfMonth(month: number, day: number | "last"): string {
  const last = new Date(Date.UTC(2027, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(2027, month, day === "last" ? last : Math.min(day, last))).toISOString().slice(0, 10);
}

for (const timeZone of ZONES) {
  test(`two years of monthly charges in ${timeZone}: on each day of the month, at any hour, once a month`, () => {
    for (const day of [1, 15, 29, 31, "last"] as const) {
      for (const hours of [0, 1.5, 8, 23.75]) {
        for (const first of [0, 1, 9]) {
          const plan = new Plan("monthly", timeZone);
          for (let month = first; month < first + 24; month += 1) {
            const at = zonedInstant(dayOfMonth(month, day), hours * HOUR_MS, timeZone);
            assert.ok(plan.charge(at), `${day} at ${hours}, from month ${first}: ${at.toISOString()}`);
            assert.ok(!plan.charge(at), `twice on ${at.toISOString()}`);
          }
        }
      }
    }
  });

  test(`two years of weekly and daily charges in ${timeZone}, at any hour`, () => {
    for (const [interval, days] of [
      ["weekly", 7],
      ["daily", 1],
    ] as const) {
      for (const hours of [0, 1.5, 2.5, 23.75]) {
        const plan = new Plan(interval, timeZone);
        for (let day = 0; day < 730; day += days) {
          const at = zonedInstant(calendarDay(new Date(Date.UTC(2027, 0, 1 + day)), "UTC"), hours * HOUR_MS, timeZone);
          assert.ok(plan.charge(at), `${interval} at ${hours}: ${at.toISOString()}`);
          assert.ok(!plan.charge(at), `${interval} twice on ${at.toISOString()}`);
        }
      }
    }
  });
}

for (const [what, interval, timeZone, charges, nextOn] of [
  ["a month end is that of each month", "monthly", "UTC", ["2026-01-31T10:00Z", "2026-02-28T10:00Z"], "2026-03-31"],
  ["a leap day is one", "monthly", "UTC", ["2028-01-31T10:00Z"], "2028-02-29"],
  ["a late charge moves no day", "monthly", "UTC", ["2026-01-15T10:00Z", "2026-02-27T10:00Z"], "2026-03-15"],
  ["a month without a charge is over", "monthly", "UTC", ["2026-01-15T10:00Z", "2026-04-20T10:00Z"], "2026-05-15"],
  ["an early charge moves no day", "monthly", "UTC", ["2026-01-15T10:00Z", "2026-02-14T10:00Z"], "2026-03-15"],
  ["a week is its weekday’s", "weekly", "UTC", ["2026-03-02T10:00Z", "2026-03-12T10:00Z"], "2026-03-16"],
  ["days are the zone’s", "daily", "Asia/Tokyo", ["2026-03-02T15:00Z"], "2026-03-04"],
  ["and so are months", "monthly", "Asia/Tokyo", ["2026-01-30T23:00Z", "2026-02-27T23:00Z"], "2026-03-31"],
] as const) {
  test(`${what}: ${interval} in ${timeZone}, charged ${charges.join(", ")}, next ${nextOn}`, () => {
    const plan = new Plan(interval, timeZone);
    for (const at of charges) assert.ok(plan.charge(new Date(at)), at);
    assert.equal(plan.nextOn, nextOn);
  });
}

for (const [interval, timeZone, charged, from] of [
  ["daily", "UTC", "2026-03-02T10:00Z", "2026-03-03T00:00:00.000Z"],
  ["daily", "Europe/Berlin", "2026-03-28T10:00Z", "2026-03-28T23:00:00.000Z"],
  ["daily", "Europe/Berlin", "2026-03-29T10:00Z", "2026-03-29T22:00:00.000Z"],
  ["weekly", "UTC", "2026-03-02T10:00Z", "2026-03-08T00:00:00.000Z"],
  ["monthly", "Asia/Tokyo", "2026-01-30T23:00Z", "2026-02-26T15:00:00.000Z"],
] as const) {
  test(`${interval} in ${timeZone}, charged ${charged}: due from ${from} to the millisecond`, () => {
    const plan = new Plan(interval, timeZone);
    assert.ok(plan.charge(new Date(charged)));
    assert.ok(!plan.charge(new Date(Date.parse(from) - 1)));
    assert.ok(plan.charge(new Date(from)));
  });
}
