import assert from "node:assert/strict";
import { test } from "node:test";
import { CREATED_AT, captureRow, declinedFamily, EXPIRES_AT, familyOf } from "@/server/testing/authorization-rows";
import { DomainError } from "../errors";
import { planReverse } from "./plan-reverse";

function assertRefused(plan: () => unknown, code: string, details: Record<string, unknown>): void {
  assert.throws(plan, (error: unknown) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual([error.code, error.details], [code, details]);
    return true;
  });
}

const HELD = [{ amountMinor: 50_00n }, { amountMinor: 30_00n }];

test("before a capture an amount is a void, the target first, then its increments", () => {
  assert.deepEqual(planReverse(familyOf("root", HELD), [], 60_00n, CREATED_AT), {
    moves: [
      { authorizationId: "root", voidedMinor: 50_00n },
      { authorizationId: "inc1", voidedMinor: 10_00n },
    ],
    refunds: [],
    voidedMinor: 60_00n,
    refundedMinor: 0n,
    remainingMinor: 20_00n,
  });
  const child = planReverse(familyOf("inc1", HELD), [], null, CREATED_AT);
  assert.deepEqual(child.moves, [{ authorizationId: "inc1", voidedMinor: 30_00n }]);
  assert.equal(child.remainingMinor, 0n);
});

/** Captured: 40.00 of the root in two captures, of which 5.00 went back, and 10.00 of the increment. */
const CAPTURED = [
  { amountMinor: 50_00n, capturedMinor: 40_00n, refundedMinor: 5_00n },
  { amountMinor: 30_00n, capturedMinor: 10_00n },
];
const CAPTURES = [
  captureRow("first", "root", 15_00n, 5_00n),
  captureRow("second", "inc1", 10_00n),
  captureRow("third", "root", 25_00n),
];

test("after a capture an amount is a refund, oldest capture first", () => {
  assert.deepEqual(planReverse(familyOf("root", CAPTURED), CAPTURES, 22_00n, CREATED_AT), {
    moves: [
      { authorizationId: "root", refundedMinor: 10_00n },
      { authorizationId: "inc1", refundedMinor: 10_00n },
      { authorizationId: "root", refundedMinor: 2_00n },
    ],
    refunds: [
      { captureId: "first", amountMinor: 10_00n },
      { captureId: "second", amountMinor: 10_00n },
      { captureId: "third", amountMinor: 2_00n },
    ],
    voidedMinor: 0n,
    refundedMinor: 22_00n,
    remainingMinor: 53_00n,
  });
});

test("without an amount all hold is voided and all that is captured refunded", () => {
  const plan = planReverse(familyOf("root", CAPTURED), CAPTURES, null, CREATED_AT);
  assert.deepEqual([plan.voidedMinor, plan.refundedMinor, plan.remainingMinor], [30_00n, 45_00n, 0n]);
  assert.deepEqual(plan.moves.slice(0, 2), [
    { authorizationId: "root", voidedMinor: 10_00n },
    { authorizationId: "inc1", voidedMinor: 20_00n },
  ]);
});

test("after expiry there is nothing to void, but captured money still goes back", () => {
  const plan = planReverse(familyOf("root", CAPTURED), CAPTURES, null, EXPIRES_AT);
  assert.deepEqual([plan.voidedMinor, plan.refundedMinor, plan.remainingMinor], [0n, 45_00n, 0n]);
  assert.equal(
    plan.moves.every((move) => move.voidedMinor === undefined),
    true,
  );
});

test("more than can be reversed is refused with what can be", () => {
  const held = () => planReverse(familyOf("root", HELD), [], 80_01n, CREATED_AT);
  assertRefused(held, "amount_exceeds_reversible", { reversible: 80, kind: "void" });
  const child = () => planReverse(familyOf("inc1", HELD), [], 30_01n, CREATED_AT);
  assertRefused(child, "amount_exceeds_reversible", { reversible: 30, kind: "void" });
  // 30.00 are still held, but with an amount a captured authorization is refunded, never voided.
  const captured = () => planReverse(familyOf("root", CAPTURED), CAPTURES, 45_01n, CREATED_AT);
  assertRefused(captured, "amount_exceeds_reversible", { reversible: 45, kind: "refund" });
});

test("what was captured and all refunded is still never voided with an amount, only without one", () => {
  const refunded = [{ amountMinor: 50_00n, capturedMinor: 20_00n, refundedMinor: 20_00n }];
  const captures = [captureRow("first", "root", 20_00n, 20_00n)];
  const some = () => planReverse(familyOf("root", refunded), captures, 1n, CREATED_AT);
  assertRefused(some, "amount_exceeds_reversible", { reversible: 0, kind: "refund" });
  const all = planReverse(familyOf("root", refunded), captures, null, CREATED_AT);
  assert.deepEqual([all.voidedMinor, all.refundedMinor, all.remainingMinor], [30_00n, 0n, 0n]);
});

const ALLOWED = [
  "Authorization Approved",
  "Authorization Partially Captured",
  "Authorization Captured",
  "Authorization Partially Reversed",
];

test("nothing held and nothing to refund: refused with the status and the allowed ones", () => {
  const gone = { amountMinor: 50_00n, capturedMinor: 20_00n, refundedMinor: 20_00n, voidedMinor: 30_00n };
  const cases = [
    { family: familyOf("root", [{ amountMinor: 50_00n, voidedMinor: 50_00n }]), status: "Authorization Reversed" },
    { family: familyOf("root", [gone]), status: "Authorization Reversed" },
    { family: familyOf("root", HELD), at: EXPIRES_AT, status: "Authorization Expired" },
    { family: declinedFamily(), status: "Authorization Declined" },
  ];
  for (const { family, at = CREATED_AT, status } of cases) {
    for (const requested of [null, 1n]) {
      const plan = () => planReverse(family, [], requested, at);
      assertRefused(plan, "authorization_not_reversible", { status, allowed: ALLOWED });
    }
  }
});
