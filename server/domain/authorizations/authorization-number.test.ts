import assert from "node:assert/strict";
import { test } from "node:test";
import { keysToRetain, retainVersion } from "@/server/platform/key-ring";
import { withTestDatabase } from "@/server/testing/database";
import { startWithKeys } from "@/server/testing/server-keys";
import { authorizationNumber } from "./new-authorization-row";

// authorizationNumber reads the server's key from the settings, which need a database.
withTestDatabase();

const NUMBERS = 10_000_000n;
const DRAWS = 200_000;

test("200,000 draws give 200,000 different numbers of 7 digits", () => {
  const seen = new Set<string>();
  // Half from the start of the sequence, half from its end, so that both ends of the square are walked.
  for (let i = 0; i < DRAWS; i += 1) {
    const number = authorizationNumber(i % 2 === 0 ? BigInt(i) : NUMBERS - BigInt(i));
    if (number.length !== 7 || !/^\d+$/.test(number)) assert.fail(`${number} is not 7 digits`);
    seen.add(number);
  }
  assert.equal(seen.size, DRAWS);
});

test("the same draw gives the same number, also after ten million", () => {
  for (const drawn of [0n, 1n, 4_821_907n, NUMBERS - 1n]) {
    assert.equal(authorizationNumber(drawn), authorizationNumber(drawn));
    assert.equal(authorizationNumber(drawn + NUMBERS), authorizationNumber(drawn));
  }
});

test("neighbors in the sequence are not neighbors as numbers", () => {
  const gaps = Array.from({ length: 5_000 }, (_, i) =>
    Math.abs(Number(authorizationNumber(BigInt(i))) - Number(authorizationNumber(BigInt(i + 1)))),
  );
  // About one random pair in five hundred lies within ten thousand of each other.
  const close = gaps.filter((gap) => gap < 10_000).length;
  assert.ok(close < 50, `${close} of ${gaps.length} neighbors lie close together`);
  assert.ok(new Set(gaps).size > 4_900, "no fixed step");
});

test("numbers spread over the whole range", () => {
  const tenths = new Set(Array.from({ length: 500 }, (_, i) => authorizationNumber(BigInt(i)).charAt(0)));
  assert.equal(tenths.size, 10);
});

test("a new key leaves the numbers as they are, also when only what was derived from the old one is kept", () => {
  const [old, next] = ["d".repeat(64), "e".repeat(64)];
  const draws = [0n, 1n, 4_821_907n];
  startWithKeys({ HMAC_KEY: old });
  const numbers = draws.map(authorizationNumber);
  const kept = keysToRetain(1);
  startWithKeys({ HMAC_KEYS: `2:${next},1:${old}` });
  assert.deepEqual(draws.map(authorizationNumber), numbers);
  startWithKeys({ HMAC_KEYS: `2:${next}` });
  retainVersion(1, kept);
  assert.deepEqual(draws.map(authorizationNumber), numbers);
  startWithKeys({ HMAC_KEYS: `2:${next}` });
  assert.notDeepEqual(draws.map(authorizationNumber), numbers);
});
