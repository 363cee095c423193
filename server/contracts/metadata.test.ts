import assert from "node:assert/strict";
import { test } from "node:test";
import { MetadataInput } from "./metadata";

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, i]));

const TABLE: readonly (readonly [what: string, metadata: object, refusedFor: RegExp | null])[] = [
  ["nothing", {}, null],
  ["50 keys", keys(50), null],
  ["51 keys", keys(51), /at most 50 keys/],
  ["a key of 40 characters", { ["k".repeat(40)]: 1 }, null],
  ["a key of 40 emoji", { ["☕️🍰".repeat(13)]: 1 }, null],
  ["a key of 41 characters", { ["k".repeat(41)]: 1 }, /keys of at most 40 characters/],
  ["a text of 500 characters", { a: "x".repeat(500) }, null],
  ["a text of 500 emoji", { a: "🍰".repeat(500) }, null],
  ["a text of 501 characters", { a: "x".repeat(501) }, /values of at most 500 characters/],
  ["numbers, booleans, null, lists and objects", { a: 1.5, b: true, c: null, d: [1, "x"], e: { f: {} } }, null],
  ["a list of 500 characters as JSON", { a: ["x".repeat(496)] }, null],
  ["a list of 501 characters as JSON", { a: ["x".repeat(497)] }, /as JSON where they are not text/],
  ["a key __proto__", JSON.parse('{"a":1,"__proto__":{"b":1}}'), /no key __proto__/],
  ["a key __proto__ further down", JSON.parse('{"a":{"__proto__":1}}'), null],
  ["half a character", { a: "\ud83c" }, /well-formed text/],
  ["half a character in a key", { "\udf70": 1 }, /well-formed text/],
  ["NUL", { a: ["\u0000"] }, /without NUL/],
  ["a number beyond all bounds", { a: Number.POSITIVE_INFINITY }, /finite numbers/],
];

for (const [what, metadata, refusedFor] of TABLE) {
  test(`metadata of ${what} is ${refusedFor ? "refused" : "taken as it is"}`, () => {
    const parsed = MetadataInput.safeParse(metadata);
    if (!refusedFor) return assert.deepEqual(parsed.data, metadata);
    assert.deepEqual(
      parsed.error?.issues.map(({ path }) => path),
      [[]],
    );
    assert.match(parsed.error?.issues[0]?.message ?? "", refusedFor);
  });
}
