import assert from "node:assert/strict";
import { test } from "node:test";
import type { Decision } from "@/server/domain/declines";
import { shortId } from "@/server/testing/factories/short-id";
import { ALLOWANCE_RULE, type Allowance, withinAllowance } from "./allowance";

const FUNDS = { id: "funds", code: "51", passed: true, saw: {} } as const;
const APPROVED: Decision = { outcome: "approved", trace: [FUNDS] };
const DECLINED: Decision = {
  outcome: "declined",
  code: "51",
  hint: {},
  trace: [{ ...FUNDS, passed: false }],
};
const ALLOWED: Allowance = { rescueId: shortId("rescue"), amountMinor: 10_00n };

function looked(passed: boolean, transactionMinor: string, rescue: string | null) {
  return { id: "allowed-once", code: "61", passed, saw: { transactionMinor, allowedMinor: "1000", rescue } };
}

test("a decline not allowed by anyone, or decided already, stays as it is", () => {
  assert.equal(withinAllowance(APPROVED, { transactionMinor: 10_01n, allowance: null }), APPROVED);
  assert.equal(withinAllowance(DECLINED, { transactionMinor: 10_01n, allowance: ALLOWED }), DECLINED);
});

test("a member's allowance is approved up to its amount, and the trace says so", () => {
  assert.deepEqual(withinAllowance(APPROVED, { transactionMinor: 10_00n, allowance: ALLOWED }), {
    outcome: "approved",
    trace: [FUNDS, looked(true, "1000", "rescue")],
  });
  assert.deepEqual(withinAllowance(APPROVED, { transactionMinor: 10_01n, allowance: ALLOWED }), {
    outcome: "declined",
    code: "61",
    hint: { limit: "allowed-once" },
    trace: [FUNDS, looked(false, "1001", "rescue")],
  });
  const asked = withinAllowance(APPROVED, { transactionMinor: 5_00n, allowance: { ...ALLOWED, rescueId: null } });
  assert.deepEqual(asked.trace.at(-1), looked(true, "500", null));
});

test("the rule by itself lets through what nobody has bounded", () => {
  const facts = { transactionMinor: 10_01n, allowance: null };
  assert.equal(ALLOWANCE_RULE.passes(facts), true);
  assert.deepEqual(ALLOWANCE_RULE.saw(facts), { transactionMinor: 10_01n, allowedMinor: null, rescue: null });
});
