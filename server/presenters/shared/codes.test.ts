import assert from "node:assert/strict";
import { test } from "node:test";
import { presentAvsResult, presentCategory, presentCvvResult, presentEntryMode } from "./codes";
import { presentRuleTrace } from "./rule-trace";

test("codes are said in words, and a category keeps its number", () => {
  assert.equal(presentCategory("5411"), "Grocery Stores, Supermarkets (5411)");
  assert.equal(presentEntryMode("01"), "Card present");
  assert.equal(presentAvsResult("N"), "Address did not match");
  assert.equal(presentCvvResult("N"), "Security code did not match");
  for (const present of [presentCategory, presentEntryMode, presentAvsResult, presentCvvResult])
    assert.equal(present("?"), "?");
});

test("a decision says the codes its rules saw in the same words", () => {
  const rule = (saw: Readonly<Record<string, unknown>>) => ({ id: "funds", code: "57", passed: true, saw });
  const rules = [
    rule({ mcc: "5814", allowed: ["5411", "5814"] }),
    rule({ mode: "02", allowed: ["01"] }),
    rule({ avsResult: "Z", cvvResult: null }),
    rule({ channel: "02", allowed: [] }),
  ];
  const values = presentRuleTrace({ rules, risk: [] }, "USD", true).rules.map(({ saw }) =>
    saw.map(({ value }) => value),
  );
  assert.deepEqual(values, [
    ["Fast Food Restaurants (5814)", "Grocery Stores, Supermarkets (5411), Fast Food Restaurants (5814)"],
    ["Card not present", "Card present"],
    ["Postal code matched, street did not", null],
    ["02", "any"],
  ]);
});
