import assert from "node:assert/strict";
import { test } from "node:test";
import { formatDetails } from "./format-details";

const lines = (details: Readonly<Record<string, unknown>>) =>
  formatDetails(details).map(({ name, value }) => `${name}: ${value}`);

test("the details of a decline are in words", () => {
  assert.deepEqual(lines({ limit: "daily-count", rescue: { until: "2026-11-22T10:05:00.000Z" } }), [
    "Limit: Payments a day",
    "Member can allow a retry until: 2026-11-22T10:05:00.000Z",
  ]);
  assert.deepEqual(lines({ rule: "currency", currency: "EUR", accountCurrency: "USD" }), [
    "Rule: Currency",
    "Asked in: EUR",
    "Account in: USD",
  ]);
  assert.deepEqual(lines({ limit: "agreement", chargeRequest: { id: "1pAKByvFPUYSJdC8f", status: "Denied" } }), [
    "Limit: Cap of the agreement",
    "Charge request: 1pAKByvFPUYSJdC8f",
    "Member’s answer: Denied",
  ]);
});

test("text without words stands as it is", () => {
  assert.deepEqual(lines({ limit: "new", other: { a: 1 } }), ["Limit: new", 'Other: {"a":1}']);
  assert.deepEqual(lines({}), []);
});
