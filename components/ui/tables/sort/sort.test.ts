import assert from "node:assert/strict";
import { test } from "node:test";
import { ariaSort, nextSort, TIME } from "./sort";

const AMOUNT = "-amount";
const NAME = "name";

/** The sort after each of three clicks on a header, starting from newest first. */
function pressed(sortBy: string): (string | null)[] {
  const values: (string | null)[] = [null];
  for (let press = 0; press < 3; press += 1) values.push(nextSort({ value: values.at(-1) ?? null }, sortBy));
  return values;
}

test("a header gives one order, then the other, then newest first", () => {
  assert.deepEqual(pressed(AMOUNT), [null, "-amount", "amount", null]);
  assert.deepEqual(pressed(NAME), [null, "name", "-name", null]);
  assert.deepEqual(pressed(TIME), [null, "time", null, "time"]);
});

test("newest first is the order of the column that says when", () => {
  assert.equal(ariaSort({ value: null }, TIME), "descending");
  assert.equal(ariaSort({ value: "time" }, TIME), "ascending");
  assert.equal(ariaSort({ value: "-amount" }, TIME), "none");
  assert.equal(ariaSort({ value: "-amount" }, AMOUNT), "descending");
});
