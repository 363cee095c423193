import assert from "node:assert/strict";
import { test } from "node:test";
import { DECLINE_REASONS } from "@/server/domain/declines";
import { presentMemberDecline } from "./declines";

const NAMES = { card: /\bcards?\b/i, code: /\bcodes?\b/i, agreement: /\bagreements?\b/i } as const;

for (const paidWith of ["card", "code", "agreement"] as const) {
  test(`a member paying by ${paidWith} learns why it was declined, what helps, and nothing else`, () => {
    for (const responseCode of Object.keys(DECLINE_REASONS)) {
      const shown = presentMemberDecline({ responseCode, decision: null, currency: "USD" }, paidWith);
      assert.ok(shown?.title && shown.why && shown.help, responseCode);
      const words = `${shown.title} ${shown.why} ${shown.help}`;
      for (const [name, pattern] of Object.entries(NAMES)) {
        if (name !== paidWith) assert.doesNotMatch(words, pattern, `${responseCode}: ${words}`);
      }
    }
  });
}

test("a member's own freeze says to unfreeze; another's doesn't", () => {
  const rules = [{ id: "card-not-frozen", code: "62", passed: false, saw: { status: "frozen" } }];
  const helpOf = (hint: Readonly<Record<string, unknown>>) =>
    presentMemberDecline({ responseCode: "62", decision: { rules, hint }, currency: "USD" }, "card")?.help;
  assert.equal(helpOf({ rescue: { until: "2026-11-23T13:00:00.000Z" } }), "Unfreeze it, or pay with another card.");
  assert.match(helpOf({}) ?? "", /^If you froze it/);
});

test("an approved payment was not declined", () => {
  assert.equal(presentMemberDecline({ responseCode: "00", decision: null, currency: "USD" }, "card"), null);
});

test("a decline for the member to mend names it, and only their own doing", () => {
  const repairOf = (id: string, hint: Readonly<Record<string, unknown>>) =>
    presentMemberDecline(
      { responseCode: "61", decision: { rules: [{ id, code: "61", passed: false, saw: {} }], hint }, currency: "USD" },
      "card",
    )?.repair;
  const own = { rescue: {} };
  assert.equal(repairOf("transaction-limit", own), "limits");
  assert.equal(repairOf("transaction-limit", {}), null);
  assert.equal(repairOf("card-not-frozen", own), "unfreeze");
  assert.equal(repairOf("card-not-frozen", {}), null);
  assert.equal(repairOf("code-maximum", {}), "code");
  assert.equal(repairOf("agreement-cap", {}), "agreement");
  assert.equal(repairOf("funds", own), null);
});
