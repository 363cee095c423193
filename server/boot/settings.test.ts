import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultWorkers, readStartSettings } from "./settings";

test("up to two cores one process answers, else one for each core but the first, and no more than four", () => {
  const cores = [1, 2, 3, 4, 5, 8, 64];
  assert.deepEqual(cores.map(defaultWorkers), [1, 1, 2, 3, 4, 4, 4]);
});

test("WORKERS counts, but for development, which watches its files in one process", () => {
  const workersOf = (environment: Readonly<Record<string, string>>) =>
    readStartSettings({ NODE_ENV: "production", ...environment }).workers;
  assert.equal(workersOf({ WORKERS: "3" }), 3);
  assert.equal(workersOf({ WORKERS: "3", NODE_ENV: "development" }), 1);
  assert.throws(() => workersOf({ WORKERS: "0" }), /WORKERS is not usable/);
});

const GIVEN = { DATABASE_URL: "postgresql://db.example.com/closed_loop", HMAC_KEY: "0".repeat(64) };
const HERE = { PUBLIC_URL: "https://pay.example.com" };

test("an address open to others needs PUBLIC_URL", () => {
  const SMTP = { SMTP_URL: "smtp://mail.example.com", MAIL_FROM: "Closed Loop <hello@example.com>" };
  for (const [name, settings] of Object.entries({ HOST: { HOST: "0.0.0.0" }, DATABASE_URL: GIVEN, SMTP_URL: SMTP })) {
    assert.throws(() => readStartSettings({ NODE_ENV: "production", ...settings }), new RegExp(`PUBLIC_URL.*${name}`));
    assert.doesNotThrow(() => readStartSettings({ NODE_ENV: "production", ...settings, ...HERE }));
  }
  for (const host of ["127.0.0.1", "localhost", "::1"]) {
    assert.doesNotThrow(() => readStartSettings({ NODE_ENV: "production", HOST: host }));
  }
});

test("ROLE names planes, and less than all of them needs a database that others can reach", () => {
  const planesOf = (settings: object) => readStartSettings({ NODE_ENV: "production", ...settings }).planes;
  assert.deepEqual(planesOf({}), ["payments", "work", "pages"]);
  assert.deepEqual(planesOf({ ...GIVEN, ...HERE, ROLE: "pages, payments" }), ["payments", "pages"]);
  assert.deepEqual(planesOf({ ...GIVEN, ...HERE, ROLE: "work" }), ["work"]);
  assert.throws(() => planesOf({ ROLE: "work" }), /ROLE needs DATABASE_URL/);
  assert.throws(() => planesOf({ ...GIVEN, ...HERE, ROLE: "web" }), /ROLE is not usable: must be all, or some of/);
});

test("a stop is immediate with an own database; elsewhere a load balancer hears of it first", () => {
  const delayOf = (settings: object) => readStartSettings({ NODE_ENV: "production", ...settings }).drainDelaySeconds;
  assert.equal(delayOf({}), 0);
  assert.equal(delayOf({ ...GIVEN, ...HERE }), 3);
  assert.equal(delayOf({ ...GIVEN, ...HERE, DRAIN_DELAY_SECONDS: "0" }), 0);
  assert.equal(delayOf({ DRAIN_DELAY_SECONDS: "8" }), 8);
});
