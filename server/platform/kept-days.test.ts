import assert from "node:assert/strict";
import { test } from "node:test";
import { KEPT_DAYS, parseKeptDays } from "./kept-days";

test("days are set by name, and never below what a promise needs", () => {
  assert.deepEqual(parseKeptDays("requests=60, emails=7"), { requests: 60, emails: 7 });
  for (const [name, { days, least }] of Object.entries(KEPT_DAYS)) {
    assert.ok(days >= least, name);
    assert.deepEqual(parseKeptDays(`${name}=${least}`), { [name]: least });
    assert.equal(parseKeptDays(`${name}=${least - 1}`), `${name} must be a number of days, at least ${least}`);
  }
});

test("an unreadable setting is named", () => {
  for (const text of ["", "requests", "requests=", "requests=-9", "requests=1e3", "postings=90", "requests=60,"]) {
    assert.equal(typeof parseKeptDays(text), "string", text);
  }
});
