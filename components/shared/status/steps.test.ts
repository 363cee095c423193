import assert from "node:assert/strict";
import test from "node:test";
import { STEPS, type StepKind, signedAmount, titleOf } from "./steps";

const KINDS = Object.keys(STEPS) as StepKind[];

/** Signed amounts of a 5.00 step, for payee and payer. */
const MOVES: Readonly<Partial<Record<StepKind, readonly [payee: number, payer: number]>>> = {
  captured: [5, -5],
  refunded: [-5, 5],
};

for (const kind of KINDS) {
  test(`${kind}: both sides read the same amount, from where they stand`, () => {
    const [payee, payer] = MOVES[kind] ?? [5, 5];
    assert.deepEqual([signedAmount(kind, 5, "payee"), signedAmount(kind, 5, "payer")], [payee, payer]);
  });
}

test("a member reads their own words where they have some, and the merchant's otherwise", () => {
  assert.deepEqual([titleOf("captured", "payee"), titleOf("captured", "payer")], ["Captured", "Paid"]);
  assert.deepEqual([titleOf("refunded", "payee"), titleOf("refunded", "payer")], ["Refunded", "Refunded"]);
});

test("no member reads the API's words for a hold or a capture", () => {
  for (const kind of KINDS) assert.doesNotMatch(titleOf(kind, "payer"), /Authoriz|Captur|Void|Increment$/, kind);
});
