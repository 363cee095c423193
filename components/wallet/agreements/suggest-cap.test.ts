import assert from "node:assert/strict";
import { test } from "node:test";
import { readAmountText } from "@/components/shared/money/read-amount";
import { CURRENCIES, decimalsOf } from "@/server/contracts/currencies";
import { readAmount, toMinor } from "@/server/platform/money";
import { suggestCap } from "./suggest-cap";

for (const [currency, amount] of [
  ["USD", 20],
  ["EUR", 20],
  ["JPY", 2_000],
  ["KWD", 10],
  ["SEK", 200],
] as const) {
  test(`${currency}: ${amount}`, () => assert.equal(suggestCap(currency), amount));
}

test("in every currency of the network the suggestion is an amount that can be typed and sent", () => {
  for (const currency of CURRENCIES) {
    const typed = readAmountText(suggestCap(currency).toFixed(decimalsOf(currency)), currency);
    assert.equal(typed, suggestCap(currency));
    assert.ok(toMinor(readAmount(suggestCap(currency)), currency), currency);
  }
});
