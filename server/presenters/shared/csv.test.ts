import assert from "node:assert/strict";
import { test } from "node:test";
import { presentCsvCell } from "./csv";

/**
 * Splits a row like a spreadsheet that accepts semicolons and line breaks as separators, and quotes only at the start of a
 * cell.
 */
function cellsBySemicolon(row: string): string[] {
  return Array.from(row.matchAll(/(?:^|[;\r\n])((?:"(?:[^"]|"")*")?)([^;\r\n]*)/g), ([, quoted = "", rest = ""]) => {
    return quoted.slice(1, -1).replaceAll('""', '"') + rest;
  });
}

test("no cell is a formula, whether a spreadsheet separates them by commas, semicolons, or tabs", () => {
  const begins = ["=1+1", "+1", "-1", "@SUM(1)", "＝1+1", "＋1", "－1", "＠SUM(1)", "|calc", "｜calc"];
  for (const formula of begins) {
    assert.equal(presentCsvCell(formula), `'${formula}`);
    for (const before of ["a;", "a\t", "a\n", "a\r\n", 'a;"', 'a\n"', 'a;""', ";", '"']) {
      const row = `id,${presentCsvCell(`${before}${formula};b`)},c`;
      for (const cell of [...cellsBySemicolon(row), ...row.split("\t")]) {
        assert.doesNotMatch(cell, /^["\s]*[=+\-@|＝＋－＠｜]/, JSON.stringify({ before, row, cell }));
      }
    }
  }
});

test("other text stays as it is, and reads back the same", () => {
  for (const text of ["", "Café — 3 × 2", "a = b", "a; b", "1-2", "a@b.example", "two\nlines"]) {
    assert.equal(presentCsvCell(text).replace(/^"|"$/g, ""), text);
  }
  assert.equal(presentCsvCell('the "best", really'), '"the ""best"", really"');
  assert.equal(presentCsvCell(-3), "-3");
});
