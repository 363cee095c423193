import assert from "node:assert/strict";
import { test } from "node:test";
import { CODE_INCREMENT_RULES, CODE_RULES } from "@/server/domain/payment-codes";
import { ASKED_CHARGE_RULES, CHARGE_RULES } from "@/server/domain/recurring";
import { ALLOWANCE_RULE } from "../rescue/allowance";
import { CARD_RULES, TEST_CARD_RULE } from "./decide";
import { nameOfRule } from "./rule-names";

const ALLOWANCE_RULES = [ALLOWANCE_RULE];
const TABLES = { CARD_RULES, CODE_RULES, CODE_INCREMENT_RULES, CHARGE_RULES, ASKED_CHARGE_RULES, ALLOWANCE_RULES };

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

const NAMES: readonly (readonly [id: string, name: string])[] = [
  ["account-currency", "currency is the account’s"],
  ["agreement-active", "agreement is active"],
  ["agreement-cap", "amount is within the agreement’s cap"],
  ["agreement-charges", "charges are within the agreement’s number"],
  ["agreement-currency", "currency is the agreement’s"],
  ["agreement-interval", "next charge is due"],
  ["agreement-last-day", "agreement has not ended"],
  ["agreement-not-revoked", "agreement is not revoked"],
  ["allowed-once", "amount is within what the member allowed once"],
  ["asked-over-cap", "member approved a charge over the cap"],
  ["asked-too-early", "member approved an early charge"],
  ["card-in-date", "card has not expired"],
  ["card-not-frozen", "card is not frozen"],
  ["card-open", "card is not closed"],
  ["channel", "channel is allowed"],
  ["code-currency", "currency is the code’s"],
  ["code-in-date", "code has not expired"],
  ["code-interval", "next use is due"],
  ["code-maximum", "amount is within the code’s maximum"],
  ["code-merchant", "code is for this merchant"],
  ["code-not-locked", "code is not locked"],
  ["code-not-revoked", "code is not revoked"],
  ["code-recurring", "code allows recurring charges"],
  ["code-uses", "code is not used up"],
  ["daily-amount", "amount is within the daily limit"],
  ["daily-count", "count is within the daily limit"],
  ["entry-mode", "mode is allowed"],
  ["funds", "funds are available"],
  ["last-pin-try", "last PIN try is right"],
  ["merchant-active", "merchant is active"],
  ["merchant-category", "merchant category is allowed"],
  ["pin", "PIN is right"],
  ["risk", "risk score is under 85"],
  ["test-card", "test card always declines"],
  ["transaction-limit", "amount is within the transaction limit"],
];

test("there are these rules, and no others", () => {
  const ids = [TEST_CARD_RULE, ...Object.values(TABLES).flat()].map(({ id }) => id);
  assert.deepEqual(
    [...new Set(ids)].sort(),
    NAMES.map(([id]) => id),
  );
});

test("people read a rule's name; of one that is no more, its id", () => {
  for (const [id, name] of NAMES) assert.equal(nameOfRule(id), name);
  assert.equal(nameOfRule("no-such-rule"), "no-such-rule");
});
