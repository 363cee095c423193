import assert from "node:assert/strict";
import { test } from "node:test";
import { APPROVED_CODE, applyRules, currencyHint, hintOf, keptOf, type Rule, storedHint } from "./index";

interface Facts {
  readonly minor: bigint;
}

const AT_MOST_TEN: Rule<Facts> = {
  id: "at-most-ten",
  name: "at most ten",
  code: "61",
  saw: ({ minor }) => ({ minor }),
  passes: ({ minor }) => minor <= 10n,
};
const AT_MOST_FIVE: Rule<Facts> = {
  ...AT_MOST_TEN,
  id: "at-most-five",
  code: "65",
  passes: ({ minor }) => minor <= 5n,
  hint: () => ({ limit: "five" }),
};
const RULES = [AT_MOST_TEN, AT_MOST_FIVE];

function looked(rule: Rule<Facts>, minor: string, passed: boolean) {
  return { id: rule.id, code: rule.code, passed, saw: { minor } };
}

test("a request passing every rule is approved, with a trace of all", () => {
  const decision = applyRules(RULES, { minor: 5n });
  assert.deepEqual(decision, {
    outcome: "approved",
    trace: [looked(AT_MOST_TEN, "5", true), looked(AT_MOST_FIVE, "5", true)],
  });
  assert.deepEqual(hintOf(decision), {});
  assert.equal(APPROVED_CODE, "00");
});

test("the first broken rule declines, with its hint, and no later one is looked at", () => {
  const byFirst = applyRules(RULES, { minor: 11n });
  assert.deepEqual(byFirst, { outcome: "declined", code: "61", hint: {}, trace: [looked(AT_MOST_TEN, "11", false)] });
  const bySecond = applyRules(RULES, { minor: 6n });
  assert.deepEqual(bySecond, {
    outcome: "declined",
    code: "65",
    hint: { limit: "five" },
    trace: [looked(AT_MOST_TEN, "6", true), looked(AT_MOST_FIVE, "6", false)],
  });
  assert.deepEqual(hintOf(bySecond), { limit: "five" });
});

test("a trace keeps what JSON can hold, and leaves what it was made of as it was", () => {
  const saw = { minor: 1_234n, limit: null, list: ["5814"], day: "2026-03-02" };
  assert.deepEqual(keptOf(saw), { ...saw, minor: "1234" });
  assert.equal(saw.minor, 1_234n);
});

test("a stored decision has its hint; one that was stored without, an empty one", () => {
  assert.deepEqual(storedHint({ hint: { limit: "daily-count" }, trace: [] }), { limit: "daily-count" });
  for (const stored of [{}, { hint: "none" }, null, []]) assert.deepEqual(storedHint(stored), {});
});

test("the hint about a currency names the two", () => {
  assert.deepEqual(currencyHint("EUR", "USD"), { rule: "currency", currency: "EUR", accountCurrency: "USD" });
});
