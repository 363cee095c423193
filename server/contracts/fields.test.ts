import assert from "node:assert/strict";
import { test } from "node:test";
import { DateField, DateTimeField, lineOfText } from "./fields";

test("a time is in UTC, as Z or as Python writes it, on a day that the calendar has", () => {
  for (const [sent, read] of [
    ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00Z"],
    ["2026-11-21T09:30:00+00:00", "2026-11-21T09:30:00Z"],
    ["2026-11-21T09:30:00.123456+00:00", "2026-11-21T09:30:00.123456Z"],
    ["2028-02-29T23:59:59.9Z", "2028-02-29T23:59:59.9Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ]) {
    assert.equal(DateTimeField.parse(sent), read);
  }
  for (const wrong of [
    ...["0000-01-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z"],
    ...["2026-11-21T09:30:00", "2026-11-21T09:30:00+01:00", "2026-11-21T09:30:00-00:00", "2026-11-21T24:00:00Z"],
    ...["2026-11-21 09:30:00Z", "2026-11-21", "20261121T093000Z", "2026-11-21T09:30:00Z\n"],
  ]) {
    assert.equal(DateTimeField.safeParse(wrong).success, false, wrong);
  }
});

test("a day is one of the calendar", () => {
  for (const day of ["0001-01-01", "2028-02-29", "9999-12-31"]) assert.equal(DateField.parse(day), day);
  for (const wrong of ["0000-12-31", "2026-02-29", "2026-2-9", "2026-11-21T00:00:00Z"]) {
    assert.equal(DateField.safeParse(wrong).success, false, wrong);
  }
});

test("a line of text has no control characters, and none that turn its direction", () => {
  const line = lineOfText(20);
  for (const text of ["Café № 7", "قهوة", "😀"]) assert.equal(line.parse(text), text);
  for (const wrong of ["a\nb", "a\u0085b", "a\u202Eb", "a\u2067b", "\ud800", ""]) {
    assert.equal(line.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});
