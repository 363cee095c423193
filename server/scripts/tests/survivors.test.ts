import assert from "node:assert/strict";
import { test } from "node:test";
import { compareSurvivors } from "./survivors.mjs";

const SOURCE = "one();\n  return a < b ? a : b;\n";
const ROW = { file: "min.ts", line: "return a < b ? a : b;", becomes: "a <= b", because: "they are the same then" };

function reported(...mutants: readonly (readonly [status: string, line: number, replacement: string])[]) {
  const listed = mutants.map(([status, line, replacement]) => ({ status, replacement, location: { start: { line } } }));
  return { "min.ts": { source: SOURCE, mutants: listed } };
}

test("a noticed change needs no reason, a survivor has one", () => {
  assert.deepEqual(compareSurvivors(reported(["Killed", 1, ""], ["Timeout", 2, "true"]), []), []);
  assert.deepEqual(compareSurvivors(reported(["Survived", 2, "a <= b"]), [ROW]), []);
});

test("a survivor without a reason is found, also one that no test came by", () => {
  const survivors = reported(["Survived", 2, "a <= b"], ["Survived", 2, "a > b"], ["NoCoverage", 1, ""]);
  assert.deepEqual(compareSurvivors(survivors, [ROW]), [
    'Survived without a reason: {"file":"min.ts","line":"return a < b ? a : b;","becomes":"a > b"}',
    'Survived without a reason: {"file":"min.ts","line":"one();","becomes":""}',
  ]);
});

test("a row explains one survivor, and none where it didn't survive", () => {
  const twice = reported(["Survived", 2, "a <= b"], ["Survived", 2, "a <= b"]);
  assert.equal(compareSurvivors(twice, [ROW]).length, 1);
  assert.deepEqual(compareSurvivors(reported(["Killed", 2, "a <= b"]), [ROW]), [
    'Explained, but didn\'t survive: {"file":"min.ts","line":"return a < b ? a : b;","becomes":"a <= b"}',
  ]);
});

test("rows of unread files say nothing", () => {
  assert.deepEqual(compareSurvivors({}, [ROW]), []);
});
