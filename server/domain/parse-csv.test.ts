import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseCsv } from "./parse-csv";

const cellsOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells);

const HEAD = ["name", "email"];
const CASES: Readonly<Record<string, readonly [text: string, cells: readonly (readonly string[])[]]>> = {
  "ends of lines as Windows has them": ["name,email\r\nAda,a@b.test\r\n", [HEAD, ["Ada", "a@b.test"]]],
  "no end of the last line": ["name,email\nAda,a@b.test", [HEAD, ["Ada", "a@b.test"]]],
  "old ends of lines": ["name,email\rAda,\r", [HEAD, ["Ada", ""]]],
  "a byte order mark": ["\uFEFFname,email\nAda,x", [HEAD, ["Ada", "x"]]],
  semicolons: ["name;email\nPark, Ada;x", [HEAD, ["Park, Ada", "x"]]],
  tabs: ["name\temail\nPark; Ada\tx", [HEAD, ["Park; Ada", "x"]]],
  "a first line that says which": [
    'sep=;\r\n"name, full";email\nAda;x',
    [
      ["name, full", "email"],
      ["Ada", "x"],
    ],
  ],
  "a separator in quotes, which is none": [
    '"name;;;",email\nAda,x',
    [
      ["name;;;", "email"],
      ["Ada", "x"],
    ],
  ],
  quotes: ['name,email\n"Park, ""Ada""",x', [HEAD, ['Park, "Ada"', "x"]]],
  "a line's end in quotes": ['name,email\n"Ada\r\nPark",x', [HEAD, ["Ada\r\nPark", "x"]]],
  "a quote within a cell": ['name,email\nAda "A" Park,5" x', [HEAD, ['Ada "A" Park', '5" x']]],
  "text after quotes": ['name,email\n"Ada" Park,x', [HEAD, ["Ada Park", "x"]]],
  "blanks around": ["name , email\n  Ada , x ", [HEAD, ["Ada", "x"]]],
  "lines without anything": ["\n\nname,email\n,\n \nAda,x\n\n", [HEAD, ["Ada", "x"]]],
  "a formula, which is text": ["name\n=1+1\n@sum\n-2", [["name"], ["=1+1"], ["@sum"], ["-2"]]],
  nothing: ["", []],
};

test("cells are read as programs and spreadsheets write them", () => {
  for (const [name, [text, cells]] of Object.entries(CASES)) assert.deepEqual(cellsOf(text), cells, name);
});

test("a row is named by the line that it begins on", () => {
  const { rows } = parseCsv('sep=,\nname\n\n"Ada\nPark"\nBen\r\nCid\rDan');
  assert.deepEqual(
    rows.map(({ line }) => line),
    [2, 4, 6, 7, 8],
  );
});

test("an unclosed quote is named by its line", () => {
  assert.equal(parseCsv('name\nAda\n"Ben\nCid').openQuote, 3);
  assert.equal(parseCsv('name\n"Ada"""\n').openQuote, null);
});

test("text quoted as RFC 4180 says is read as it was", () => {
  const cell = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() === text && text !== "");
  const row = fc.array(cell, { minLength: 2, maxLength: 2 });
  const end = fc.constantFrom("\r\n", "\n");
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), end, fc.constantFrom(",", ";", "\t"), (rows, end, separator) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const all = [HEAD, ...rows];
      const text = all.map((cells) => cells.map(quote).join(separator)).join(end);
      assert.deepEqual(cellsOf(text), all);
    }),
  );
});
