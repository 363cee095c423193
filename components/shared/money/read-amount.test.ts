import assert from "node:assert/strict";
import { test } from "node:test";
import { countInput } from "@/components/ui/forms/count-input";
import { amountInput, readAmountText } from "./read-amount";

const READ: readonly (readonly [text: string, currency: string, amount: number | null])[] = [
  ["12.50", "USD", 12.5],
  ["12,5", "USD", 12.5],
  [" 7 ", "USD", 7],
  ["0.01", "USD", 0.01],
  ["1.005", "USD", null],
  ["1.005", "KWD", 1.005],
  ["1250", "JPY", 1250],
  ["12.5", "JPY", null],
  ["1.005", "", 1.005],
  ["1,250", "KWD", null],
  ["1,25", "KWD", 1.25],
  ["1.250", "KWD", 1.25],
  ["1,2500", "CLF", 1.25],
  ["１２．５０", "USD", 12.5],
  ["１，２５０", "KWD", null],
  ["0", "USD", null],
  ["0.00", "USD", null],
  ["-1", "USD", null],
  ["1e5", "USD", null],
  ["0x10", "USD", null],
  ["1,000.50", "USD", null],
  ["12.", "USD", null],
  [".5", "USD", null],
  ["99999999999", "USD", null],
  ["٣", "USD", 3],
  ["1 2", "USD", null],
  ["abc", "USD", null],
];

for (const [text, currency, amount] of READ) {
  test(`${JSON.stringify(text)} in ${currency || "a currency that is not known"} is ${amount}`, () => {
    assert.equal(readAmountText(text, currency), amount);
    const input = amountInput(text, currency);
    assert.ok(amount === null ? Number.isNaN(input) : input === amount);
  });
}

test("nothing typed is nothing, spaces alone are invalid; a count is written in digits alone", () => {
  assert.deepEqual([amountInput("", "USD"), countInput("")], [undefined, undefined]);
  for (const text of [" ", "\t", "\u3000 "]) assert.ok(Number.isNaN(amountInput(text, "USD")), JSON.stringify(text));
  assert.deepEqual([countInput("16"), countInput(" 3 ")], [16, 3]);
  for (const text of ["  ", "0x10", "1e2", "1.0", "-1", "+1", "1_0", "two", "1 0"]) {
    assert.ok(Number.isNaN(countInput(text)), text);
  }
});
