import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTIVE_MERCHANT, SUSPENDED_MERCHANT } from "@/server/testing/factories/payment-facts";
import { decideCodeIncrement } from "./decide-increment";

type Given = Partial<Parameters<typeof decideCodeIncrement>[0]>;

function decided(given: Given) {
  return decideCodeIncrement({
    merchant: ACTIVE_MERCHANT,
    described: null,
    code: { maxAmountMinor: null, isRevoked: false },
    amountMinor: 5_00n,
    transactionMinor: 15_00n,
    availableMinor: 100_00n,
    ...given,
  });
}

function codeOf(given: Given): string {
  const decision = decided(given);
  return decision.outcome === "approved" ? "00" : `${decision.code} ${JSON.stringify(decision.hint)}`;
}

const CASES: readonly (readonly [what: string, Given, code: string])[] = [
  ["nothing wrong", {}, "00"],
  ["a suspended merchant", { merchant: SUSPENDED_MERCHANT }, "03 {}"],
  ["a revoked code", { code: { maxAmountMinor: null, isRevoked: true } }, "62 {}"],
  ["the maximum, with what is held", { code: { maxAmountMinor: 15_00n, isRevoked: false } }, "00"],
  ["a cent over the maximum", { code: { maxAmountMinor: 14_99n, isRevoked: false } }, '61 {"limit":"code"}'],
  ["the last cent", { availableMinor: 5_00n }, "00"],
  ["a cent short", { availableMinor: 4_99n }, "51 {}"],
  [
    "revoked, over the maximum and short",
    { code: { maxAmountMinor: 1n, isRevoked: true }, availableMinor: 0n },
    "62 {}",
  ],
  [
    "over the maximum and short",
    { code: { maxAmountMinor: 1n, isRevoked: false }, availableMinor: 0n },
    '61 {"limit":"code"}',
  ],
];

for (const [what, given, code] of CASES) {
  test(`an increment of a redemption, ${what}: ${code}`, () => assert.equal(codeOf(given), code));
}

test("the trace of an increment keeps what each rule saw", () => {
  const { trace } = decided({ code: { maxAmountMinor: 20_00n, isRevoked: false } });
  assert.deepEqual(Object.fromEntries(trace.map(({ id, saw }) => [id, saw])), {
    "merchant-active": { status: "active" },
    "code-not-revoked": { isRevoked: false },
    "code-maximum": { transactionMinor: "1500", maxAmountMinor: "2000" },
    funds: { amountMinor: "500", availableMinor: "10000" },
  });
});
