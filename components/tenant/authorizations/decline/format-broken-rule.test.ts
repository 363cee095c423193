import assert from "node:assert/strict";
import test from "node:test";
import { formatBrokenRule, remainingNow } from "./format-broken-rule";

const say = (rule: string, saw: Readonly<Record<string, number>>, currency = "EUR") =>
  formatBrokenRule(
    { rule, code: "61", hasPassed: false, saw: Object.entries(saw).map(([name, value]) => ({ name, value })) },
    currency,
    "en-US",
  );

for (const [rule, saw, said] of [
  [
    "amount is within the agreement’s cap",
    { amount: 99, cap: 29.9 },
    "€99.00 is over the agreement’s €29.90 limit. Charge €29.90 or less, or request a new agreement.",
  ],
  [
    "amount is within the daily limit",
    { amount: 30, used: 80, limit: 100 },
    "With €80.00 already spent today, €30.00 is over the card’s daily limit of €100.00. Charge €20.00 or less, or ask for another card.",
  ],
  [
    "amount is within the daily limit",
    { amount: 30, used: 100, limit: 100 },
    "With €100.00 already spent today, €30.00 is over the card’s daily limit of €100.00. Try again tomorrow, or ask for another card.",
  ],
  [
    "funds are available",
    { amount: 30, available: 0 },
    "€30.00 is more than the €0.00 available. Try again once the account has funds.",
  ],
  ["card is not frozen", {}, "The card is frozen. Ask for another card, or try again once it’s unfrozen."],
] as const) {
  test(said, () => assert.equal(say(rule, saw), said));
}

test("a rule without figures, as of another tenant's member, has no sentence with figures", () => {
  assert.equal(say("amount is within the transaction limit", {}), null);
  assert.equal(say("channel is allowed", {}), null);
});

for (const [rule, saw, left] of [
  ["amount is within the agreement’s cap", { amount: 99, cap: 29.9 }, 29.9],
  ["amount is within the daily limit", { amount: 50, used: 80.1, limit: 100 }, 19.9],
  ["amount is within the daily limit", { amount: 50, used: 100, limit: 100 }, null],
  ["funds are available", { amount: 50, available: -3 }, null],
  ["funds are available", {}, null],
  ["card is not frozen", {}, null],
] as const) {
  test(`“${rule}” with ${JSON.stringify(saw)} allows ${left ?? "nothing"} now`, () => {
    const seen = Object.entries(saw).map(([name, value]) => ({ name, value }));
    assert.equal(remainingNow({ rule, saw: seen } as unknown as Parameters<typeof remainingNow>[0]), left);
  });
}
