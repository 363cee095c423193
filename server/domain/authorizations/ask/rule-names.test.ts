import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_INCREMENT_RULES, CODE_RULES } from "@/server/domain/payment-codes";
import { CHARGE_RULES } from "@/server/domain/recurring";
import { CARD_RULES, TEST_CARD_RULE } from "./decide";
import { nameOfRule } from "./rule-names";

const TABLES = { CARD_RULES, CODE_RULES, CODE_INCREMENT_RULES, CHARGE_RULES };

test("an id stands for one rule: once in a table, and with the same name and code in all that have it", () => {
  const saysOf = new Map<string, string>();
  for (const [table, rules] of Object.entries(TABLES)) {
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length, table);
    for (const { id, name, code } of rules) {
      const says = `${code} ${name}`;
      assert.equal(saysOf.get(id) ?? says, says, id);
      saysOf.set(id, says);
    }
  }
});

test("stored traces name rules by these ids", () => {
  const ids = [TEST_CARD_RULE, ...Object.values(TABLES).flat()].map(({ id }) => id);
  assert.deepEqual([...new Set(ids)].sort(), [
    "account-currency",
    "agreement-active",
    "agreement-cap",
    "agreement-charges",
    "agreement-currency",
    "agreement-interval",
    "agreement-last-day",
    "agreement-not-revoked",
    "card-in-date",
    "card-not-frozen",
    "card-open",
    "channel",
    "code-currency",
    "code-in-date",
    "code-interval",
    "code-maximum",
    "code-merchant",
    "code-not-locked",
    "code-not-revoked",
    "code-recurring",
    "code-uses",
    "daily-amount",
    "daily-count",
    "entry-mode",
    "funds",
    "last-pin-try",
    "merchant-active",
    "merchant-category",
    "pin",
    "risk",
    "test-card",
    "transaction-limit",
  ]);
});

test("people read its name; of a rule that is no more, its id", () => {
  assert.equal(nameOfRule("funds"), "funds are available");
  assert.equal(nameOfRule("no-such-rule"), "no-such-rule");
});
