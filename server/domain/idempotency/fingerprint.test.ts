import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withTestDatabase } from "@/server/testing/database";
import { fingerprintOf, meaningOf } from "./find-answer";

// For the server's key.
withTestDatabase();

/** Varies the spelling as different JSON libraries would; the next number decides each choice. */
type Choose = (options: number) => number;

function spellText(text: string, choose: Choose): string {
  const characters = Array.from({ length: text.length }, (_, i) => {
    const unit = text.charCodeAt(i);
    const escaped = `\\u${unit.toString(16).padStart(4, "0")}`;
    const isPlain = unit >= 0x20 && unit !== 0x22 && unit !== 0x5c && (unit < 0xd800 || unit > 0xdfff);
    return isPlain && choose(4) > 0
      ? text.charAt(i)
      : choose(2)
        ? escaped
        : escaped.replace(/[a-f]/g, (digit) => digit.toUpperCase());
  });
  return `"${characters.join("")}"`;
}

function spellNumber(value: number, choose: Choose): string {
  const plain = JSON.stringify(value);
  const spellings = [plain, value.toExponential(), value.toExponential().toUpperCase()];
  if (/^-?\d+$/.test(plain)) spellings.push(`${plain}.0`, `${plain}.00e0`);
  // No number in JSON starts with two zeros.
  if (/^-?[1-9]\d*$/.test(plain)) spellings.push(`${plain}0e-1`);
  return spellings[choose(spellings.length)] ?? plain;
}

function spell(value: unknown, choose: Choose): string {
  const blank = () => ["", " ", "\n", "\t ", "\r\n"][choose(5)] ?? "";
  const between = (parts: string[]) => parts.map((part) => `${blank()}${part}${blank()}`).join(",");
  if (typeof value === "string") return spellText(value, choose);
  if (typeof value === "number") return spellNumber(value, choose);
  if (Array.isArray(value)) return `[${between(value.map((item) => spell(item, choose)))}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort(() => choose(3) - 1);
  return `{${between(
    names.map((name) => `${spellText(name, choose)}${blank()}:${blank()}${spell(Reflect.get(value, name), choose)}`),
  )}}`;
}

// The library takes an object with this field for one that serializes itself.
const names = fc.string({ unit: "binary", maxLength: 8 }).filter((name) => name !== "toJSON" && name.isWellFormed());
const { body } = fc.letrec((tie) => ({
  body: fc.dictionary(names, tie("value"), { maxKeys: 6 }),
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("body"),
  ),
}));

/** Compares numbers by value, without the sign of zero, and order only in lists. */
function canonical(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const fingerprint = (text: string) => fingerprintOf(meaningOf({ body: JSON.parse(text) }));

test("one body in any two spellings has one fingerprint", () => {
  fc.assert(
    fc.property(body, fc.array(fc.nat(1_000), { minLength: 1 }), (value, choices) => {
      let next = 0;
      const spelled = spell(value, (options) => (choices[next++ % choices.length] ?? 0) % options);
      assert.deepEqual(canonical(JSON.parse(spelled)), canonical(value), spelled);
      assert.equal(fingerprint(spelled), fingerprint(JSON.stringify(value)), spelled);
    }),
  );
});

test("two bodies have one fingerprint only if they are the same", () => {
  fc.assert(
    fc.property(body, body, (one, other) => {
      let isSame = true;
      try {
        assert.deepStrictEqual(canonical(one), canonical(other));
      } catch {
        isSame = false;
      }
      assert.equal(fingerprint(JSON.stringify(one)) === fingerprint(JSON.stringify(other)), isSame);
    }),
  );
});

const OTHERS: readonly (readonly [string, string])[] = [
  ['{"a":1}', '{"a":"1"}'],
  ['{"a":1}', '{"a":1.0000001}'],
  ['{"a":[1,2]}', '{"a":[2,1]}'],
  ['{"a":null}', "{}"],
  ['{"a":{"b":1}}', '{"a":{"b":1,"c":{}}}'],
  ['{"a":"é"}', '{"a":"e\u0301"}'],
  ['{"a":" x"}', '{"a":"x"}'],
  ['{"a":true}', '{"a":"true"}'],
];

for (const [one, other] of OTHERS) {
  test(`${one} is not ${other}`, () => assert.notEqual(fingerprint(one), fingerprint(other)));
}

const SAME: readonly (readonly [string, string])[] = [
  ['{"a":10}', '{"a":1e1}'],
  ['{"a":10}', '{"a":10.0}'],
  ['{"a":-0}', '{"a":0}'],
  ['{"a":1,"b":2}', '{"b":2,"a":1}'],
  ['{"a":7,"a":1}', '{"a":1}'],
  ['{"a":"é"}', '{"a":"\\u00E9"}'],
  ['{"a":"/"}', '{"a":"\\/"}'],
];

for (const [one, other] of SAME) {
  test(`${one} is ${other}`, () => assert.equal(fingerprint(one), fingerprint(other)));
}
