import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findFundingNumbers, fundingReferenceOf } from "./funding-reference";

test("a funding reference follows ISO 11649: any number makes one that is 1 modulo 97", () => {
  assert.equal(fundingReferenceOf(539007547034n), "RF18539007547034");
  fc.assert(
    fc.property(fc.bigInt({ min: 10_000_000n, max: 10n ** 12n }), (number) => {
      const reference = fundingReferenceOf(number);
      const turned = reference.slice(4) + reference.slice(0, 4);
      const digits = [...turned].map((letter) => Number.parseInt(letter, 36)).join("");
      assert.equal(BigInt(digits) % 97n, 1n);
      assert.ok(findFundingNumbers(`Top up ${reference}.`).includes(number));
    }),
  );
});

const [ONE, TWO] = [fundingReferenceOf(10_000_042n), fundingReferenceOf(10_000_043n)];
const spaced = ONE.replace(/(.{4})(?=.)/g, "$1 ");

for (const [what, text, found] of [
  ["in groups", spaced, [10_000_042n]],
  ["in lower case, within a sentence", `Top up ${ONE.toLowerCase()}, thanks`, [10_000_042n]],
  ["before a year", `${spaced} 2026`, [10_000_042n]],
  ["twice", `${ONE} ${spaced}`, [10_000_042n]],
  ["of two accounts", `${ONE} ${TWO}`, [10_000_042n, 10_000_043n]],
  ["within a longer word", `X${ONE}`, []],
  ["with a wrong digit", ONE.replace("42", "43"), []],
  ["with two digits turned around", ONE.replace("0042", "0024"), []],
  ["missing", "Lunch money", []],
] as const) {
  test(`a reference ${what} is read as ${found.length === 0 ? "none" : found.join(" and ")}`, () => {
    const all = findFundingNumbers(text);
    for (const number of found) assert.ok(all.includes(number), `${all}`);
    if (found.length === 0) assert.deepEqual(all, []);
  });
}
