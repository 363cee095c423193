import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { byDepth } from "@/server/testing/depth";
import { calendarDay, isTimeZone, startOfDay, timeOfDay, zonedInstant } from "./calendar-days";
import { TimeZoneField } from "./fields";

withTestDatabase();

const HOUR = 3_600_000;

for (const [name, isKnown] of [
  ["UTC", true],
  ["Europe/Berlin", true],
  ["Asia/Kolkata", true],
  ["America/Nowhere", false],
  ["+02:00", false],
  ["", false],
] as const) {
  test(`${name || "an empty string"} is ${isKnown ? "a" : "no"} time zone`, () => {
    assert.equal(TimeZoneField.safeParse(name).success, isKnown);
  });
}

test("a time zone is stored as IANA spells it, in whatever case it came, and an old name stays itself", async () => {
  // PostgreSQL brings the database of IANA, old names among them.
  const zones = await queryTestDatabase<{ name: string }>("SELECT name FROM pg_timezone_names");
  const known = zones.filter(({ name }) => name !== "localtime" && !/^(?:posix|right)/.test(name) && isTimeZone(name));
  assert.ok(known.length > 500);
  for (const { name } of known) {
    assert.equal(TimeZoneField.parse(name), name);
    assert.equal(TimeZoneField.parse(name.toLowerCase()), name);
    assert.equal(TimeZoneField.parse(name.toUpperCase()), name);
  }
});

for (const [zone, day, start] of [
  ["UTC", "2026-03-29", "2026-03-29T00:00:00.000Z"],
  ["Asia/Tokyo", "2026-03-01", "2026-02-28T15:00:00.000Z"],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00.000Z"],
  ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00.000Z"],
  ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00.000Z"],
  ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00.000Z"],
] as const) {
  test(`${day} begins in ${zone} at ${start}`, () => {
    const instant = startOfDay(day, zone);
    assert.equal(instant.toISOString(), start);
    assert.equal(calendarDay(instant, zone), day);
    assert.notEqual(calendarDay(new Date(instant.getTime() - 1), zone), day);
  });
}

for (const [what, day, hours, instant] of [
  ["a skipped time is as much later", "2026-03-29", 2.5, "2026-03-29T01:30:00.000Z"],
  ["a repeated time is the first", "2026-10-25", 2.5, "2026-10-25T00:30:00.000Z"],
  ["after the change", "2026-10-25", 3, "2026-10-25T02:00:00.000Z"],
] as const) {
  test(`Europe/Berlin: ${what}`, () => {
    assert.equal(zonedInstant(day, hours * HOUR, "Europe/Berlin").toISOString(), instant);
  });
}

/** In hours. Steps of 7 cover every hour of the day once a week. */
const STEP = byDepth({ nightly: 1, change: 7 });

test("day and time of day lead back to the hours of two years, but for the second of a repeated hour", () => {
  for (const zone of ["UTC", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]) {
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2029, 0, 1); at += STEP * HOUR) {
      const instant = new Date(at);
      const back = zonedInstant(calendarDay(instant, zone), timeOfDay(instant, zone), zone).getTime();
      assert.ok(back === at || (back < at && at - back <= HOUR), `${zone} ${instant.toISOString()}`);
    }
  }
});
