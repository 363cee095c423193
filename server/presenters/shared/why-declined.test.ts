import assert from "node:assert/strict";
import { test } from "node:test";
import { presentWhyDeclined } from "./why-declined";

interface Given {
  readonly id: string;
  readonly saw: Readonly<Record<string, unknown>>;
  readonly isOwnDoing?: boolean;
}

const RESCUE = { rescue: { until: "2026-11-22T10:05:00.000Z" } };

function whyOf({ id, saw, isOwnDoing = false }: Given): string | null {
  const passed = { id: "merchant-active", code: "03", passed: true, saw: {} };
  const failed = { id, code: "61", passed: false, saw };
  return presentWhyDeclined({ rules: [passed, failed], hint: isOwnDoing ? RESCUE : {} }, "USD");
}

const LIMIT = { transactionMinor: "5200", limitMinor: "5000" };
const DAY = { amountMinor: "5200", usedMinor: "1000", limitMinor: "6000" };

const CASES: readonly [Given, string | null][] = [
  [
    { id: "transaction-limit", saw: LIMIT, isOwnDoing: true },
    "This payment came to $52.00, and your limit for one payment is $50.00.",
  ],
  [
    { id: "transaction-limit", saw: LIMIT },
    "This payment came to $52.00, and the card’s limit for one payment is $50.00.",
  ],
  [
    { id: "daily-amount", saw: DAY, isOwnDoing: true },
    "This payment was for $52.00 after $10.00 earlier that day, and your limit for a day is $60.00.",
  ],
  [
    { id: "daily-count", saw: { used: 3, limit: 3 } },
    "The card had made 3 payments that day, and the card’s limit is 3.",
  ],
  [{ id: "card-not-frozen", saw: { status: "frozen" }, isOwnDoing: true }, "You froze this card."],
  [{ id: "card-not-frozen", saw: { status: "frozen" } }, null],
  [
    { id: "code-maximum", saw: { amountMinor: "1200", maxAmountMinor: "1000" } },
    "This payment came to $12.00, and the code’s cap is $10.00.",
  ],
  [
    { id: "code-maximum", saw: { transactionMinor: "1200", maxAmountMinor: "1000" } },
    "This payment came to $12.00, and the code’s cap is $10.00.",
  ],
  [
    { id: "agreement-cap", saw: { amountMinor: "2000", capMinor: "1500" } },
    "This charge was for $20.00, and you allowed at most $15.00 a charge.",
  ],
  [
    { id: "agreement-interval", saw: { nextChargeOn: "2026-12-22T00:00:00.000Z" } },
    "The charge came too early: the next one is due on 2026-12-22.",
  ],
  [
    { id: "funds", saw: { amountMinor: "2000", availableMinor: "-500" } },
    "This payment was for $20.00, and −$5.00 was available.",
  ],
  [{ id: "funds", saw: { amountMinor: "2000" } }, null],
  [{ id: "test-card", saw: { alwaysDeclinesWith: "51" } }, null],
];

for (const [given, why] of CASES) {
  test(`a member reads of ${given.id}${given.isOwnDoing ? ", their own doing" : ""}: ${why ?? "the general words"}`, () => {
    assert.equal(whyOf(given), why);
  });
}

test("an absent decision has no words", () => {
  const passed = { id: "funds", code: "51", passed: true, saw: {} };
  for (const decision of [null, { rules: [passed], hint: {} }]) assert.equal(presentWhyDeclined(decision, "USD"), null);
});
