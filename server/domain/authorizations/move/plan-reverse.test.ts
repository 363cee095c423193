import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReverseKind } from "@/server/contracts/rest/authorization-schemas";
import { DomainError } from "@/server/domain/errors";
import {
  CREATED_AT,
  captureRow,
  declinedFamily,
  EXPIRES_AT,
  familyOf,
} from "@/server/testing/factories/authorization-rows";
import { shortId } from "@/server/testing/factories/short-id";
import { totalOf } from "./move-family";
import { planReverse, splitReversal } from "./plan-reverse";

const HELD = [{ amountMinor: 50_00n }, { amountMinor: 30_00n }];

function assertRefused(plan: () => unknown, code: string, details: Record<string, unknown>): void {
  assert.throws(plan, (error: unknown) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual([error.code, error.details], [code, details]);
    return true;
  });
}

test("a refusal says in words what is wrong", () => {
  const messageOf = (plan: () => unknown) => {
    try {
      plan();
    } catch (error) {
      if (error instanceof DomainError) return [error.message, error.field];
    }
    return assert.fail("it is not refused");
  };
  const captured = familyOf("root", [{ amountMinor: 50_00n, capturedMinor: 50_00n }]);
  const over = "The amount is more than can be reversed. Of kind void, up to 0 can be; of kind refund, up to 50.";
  const reverse = (...request: Parameters<typeof asked>) => planReverse(captured, [], asked(...request), CREATED_AT);
  assert.deepEqual(
    messageOf(() => reverse(50_01n)),
    [over, "amount"],
  );
  assert.deepEqual(
    messageOf(() => reverse(null, "void")),
    ["Nothing is left to void: the status is Authorization Captured.", null],
  );
  assert.deepEqual(
    messageOf(() => planReverse(familyOf("root", HELD), [], asked(), EXPIRES_AT)),
    ["Nothing is left to reverse: the status is Authorization Expired.", null],
  );
});

function asked(amountMinor: bigint | null = null, kind: ReverseKind | null = null) {
  return { amountMinor, kind };
}

test("an amount before a capture is a void, the target first, then its increments", () => {
  assert.deepEqual(planReverse(familyOf("root", HELD), [], asked(60_00n), CREATED_AT), {
    moves: [
      { authorizationId: "root", voidedMinor: 50_00n },
      { authorizationId: "inc1", voidedMinor: 10_00n },
    ],
    refunds: [],
    voidedMinor: 60_00n,
    refundedMinor: 0n,
    remainingMinor: 20_00n,
  });
  const child = planReverse(familyOf("inc1", HELD), [], asked(), CREATED_AT);
  assert.deepEqual(child.moves, [{ authorizationId: "inc1", voidedMinor: 30_00n }]);
  assert.equal(child.remainingMinor, 0n);
});

const CAPTURED = [
  { amountMinor: 50_00n, capturedMinor: 40_00n, refundedMinor: 5_00n },
  { amountMinor: 30_00n, capturedMinor: 10_00n },
];
const CAPTURES = [
  captureRow("first", shortId("root"), 15_00n, 5_00n),
  captureRow("second", shortId("inc1"), 10_00n),
  captureRow("third", shortId("root"), 25_00n),
];

test("an amount after a capture is a refund, oldest capture first", () => {
  assert.deepEqual(planReverse(familyOf("root", CAPTURED), CAPTURES, asked(22_00n), CREATED_AT), {
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
  const plan = planReverse(familyOf("root", CAPTURED), CAPTURES, asked(), CREATED_AT);
  assert.deepEqual([plan.voidedMinor, plan.refundedMinor, plan.remainingMinor], [30_00n, 45_00n, 0n]);
  assert.deepEqual(plan.moves.slice(0, 2), [
    { authorizationId: "root", voidedMinor: 10_00n },
    { authorizationId: "inc1", voidedMinor: 20_00n },
  ]);
});

test("the hold may equal what can be refunded", () => {
  const half = familyOf("root", [{ amountMinor: 50_00n, capturedMinor: 25_00n }]);
  const captures = [captureRow("first", shortId("root"), 25_00n)];
  const plan = planReverse(half, captures, asked(), CREATED_AT);
  assert.deepEqual([plan.voidedMinor, plan.refundedMinor, plan.remainingMinor], [25_00n, 25_00n, 0n]);
});

test("an expired hold has nothing to void, but captured money still goes back", () => {
  const plan = planReverse(familyOf("root", CAPTURED), CAPTURES, asked(), EXPIRES_AT);
  assert.deepEqual([plan.voidedMinor, plan.refundedMinor, plan.remainingMinor], [0n, 45_00n, 0n]);
  assert.equal(
    plan.moves.every((move) => move.voidedMinor === undefined),
    true,
  );
});

const REVERSIBLE = [
  "Authorization Approved",
  "Authorization Partially Captured",
  "Authorization Captured",
  "Authorization Partially Reversed",
  "Authorization Partially Refunded",
];
const VOIDABLE = ["Authorization Approved", "Authorization Partially Captured", "Authorization Partially Reversed"];
const REFUNDABLE = ["Authorization Partially Captured", "Authorization Captured", "Authorization Partially Refunded"];

function left(status: string, allowed: readonly string[], held: number, refundable: number) {
  return { status, allowed, capturable: held, voidable: held, refundable };
}

test("more than can be reversed is refused with what can be", () => {
  const held = () => planReverse(familyOf("root", HELD), [], asked(80_01n), CREATED_AT);
  const approved = left("Authorization Approved", REVERSIBLE, 80, 0);
  assertRefused(held, "amount_exceeds_reversible", { reversible: 80, kind: null, ...approved });
  const child = () => planReverse(familyOf("inc1", HELD), [], asked(30_01n), CREATED_AT);
  assertRefused(child, "amount_exceeds_reversible", {
    ...approved,
    reversible: 30,
    kind: null,
    capturable: 30,
    voidable: 30,
  });
  // 30.00 is held and 45.00 captured: neither side covers the amount, and it is not both together.
  for (const amountMinor of [45_01n, 74_99n, 75_01n]) {
    const captured = () => planReverse(familyOf("root", CAPTURED), CAPTURES, asked(amountMinor), CREATED_AT);
    const partly = left("Authorization Partially Captured", REVERSIBLE, 30, 45);
    assertRefused(captured, "amount_exceeds_reversible", { reversible: 75, kind: null, ...partly });
  }
});

test("an amount without a kind, over all splits of ten: all, else captures that cover it, else the hold", () => {
  for (let holdMinor = 0n; holdMinor <= 10n; holdMinor += 1n) {
    for (let refundableMinor = 0n; holdMinor + refundableMinor <= 10n; refundableMinor += 1n) {
      const left = { holdMinor, refundableMinor };
      const all = holdMinor + refundableMinor;
      assert.deepEqual(splitReversal(asked(), left), { voidedMinor: holdMinor, refundedMinor: refundableMinor });
      for (let amount = 1n; amount <= 11n; amount += 1n) {
        const split = splitReversal(asked(amount), left);
        const isCovered = amount <= holdMinor || amount <= refundableMinor || amount === all;
        const shown = `${amount} of ${holdMinor} held and ${refundableMinor} captured`;
        assert.equal(split !== null, isCovered, shown);
        if (!split) continue;
        assert.equal(split.voidedMinor + split.refundedMinor, amount, shown);
        assert.ok(split.voidedMinor <= holdMinor && split.refundedMinor <= refundableMinor, shown);
        if (amount === all)
          assert.deepEqual([split.voidedMinor, split.refundedMinor], [holdMinor, refundableMinor], shown);
        else assert.equal(split.voidedMinor === 0n, amount <= refundableMinor, shown);
        assert.deepEqual(
          splitReversal(asked(amount, "void"), left)?.voidedMinor ?? null,
          amount <= holdMinor ? amount : null,
        );
      }
    }
  }
});

test("kind void takes only from the hold, kind refund only from what was captured", () => {
  const cases = [
    { ask: asked(null, "void"), voided: 30_00n, refunded: 0n, remaining: 45_00n },
    { ask: asked(12_00n, "void"), voided: 12_00n, refunded: 0n, remaining: 63_00n },
    { ask: asked(30_00n, "void"), voided: 30_00n, refunded: 0n, remaining: 45_00n },
    { ask: asked(null, "refund"), voided: 0n, refunded: 45_00n, remaining: 30_00n },
    { ask: asked(7_00n, "refund"), voided: 0n, refunded: 7_00n, remaining: 68_00n },
  ];
  for (const { ask, voided, refunded, remaining } of cases) {
    const plan = planReverse(familyOf("root", CAPTURED), CAPTURES, ask, CREATED_AT);
    assert.deepEqual([plan.voidedMinor, plan.refundedMinor, plan.remainingMinor], [voided, refunded, remaining]);
    assert.equal(totalOf(plan.moves, "voidedMinor"), voided);
    assert.equal(totalOf(plan.moves, "refundedMinor"), refunded);
    assert.equal(
      plan.refunds.reduce((sum, refund) => sum + refund.amountMinor, 0n),
      refunded,
    );
  }
  const expired = planReverse(familyOf("root", CAPTURED), CAPTURES, asked(null, "refund"), EXPIRES_AT);
  assert.deepEqual([expired.voidedMinor, expired.refundedMinor, expired.remainingMinor], [0n, 45_00n, 0n]);
  const child = planReverse(familyOf("inc1", CAPTURED), CAPTURES, asked(null, "void"), CREATED_AT);
  assert.deepEqual(child.moves, [{ authorizationId: "inc1", voidedMinor: 20_00n }]);
});

test("more than the kind covers is refused, though the other kind has it", () => {
  const partly = "Authorization Partially Captured";
  const over = [
    { ask: asked(30_01n, "void"), details: { reversible: 30, kind: "void", ...left(partly, VOIDABLE, 30, 45) } },
    { ask: asked(45_01n, "refund"), details: { reversible: 45, kind: "refund", ...left(partly, REFUNDABLE, 30, 45) } },
  ];
  for (const { ask, details } of over) {
    const plan = () => planReverse(familyOf("root", CAPTURED), CAPTURES, ask, CREATED_AT);
    assertRefused(plan, "amount_exceeds_reversible", details);
  }
});

test("nothing of the kind is left: refused with the statuses that have it", () => {
  const captures = [captureRow("first", shortId("root"), 50_00n)];
  const captured = familyOf("root", [{ amountMinor: 50_00n, capturedMinor: 50_00n }]);
  const held = familyOf("root", HELD);
  for (const amountMinor of [null, 1n]) {
    const toVoid = () => planReverse(captured, captures, asked(amountMinor, "void"), CREATED_AT);
    assertRefused(toVoid, "authorization_not_reversible", left("Authorization Captured", VOIDABLE, 0, 50));
    const overdue = () => planReverse(held, [], asked(amountMinor, "void"), EXPIRES_AT);
    assertRefused(overdue, "authorization_not_reversible", left("Authorization Expired", VOIDABLE, 0, 0));
    const toRefund = () => planReverse(held, [], asked(amountMinor, "refund"), CREATED_AT);
    assertRefused(toRefund, "authorization_not_reversible", left("Authorization Approved", REFUNDABLE, 80, 0));
  }
});

test("an amount voids the hold that is left once all captures are refunded", () => {
  const refunded = familyOf("root", [{ amountMinor: 50_00n, capturedMinor: 20_00n, refundedMinor: 20_00n }]);
  const captures = [captureRow("first", shortId("root"), 20_00n, 20_00n)];
  for (const kind of [null, "void"] as const) {
    const one = planReverse(refunded, captures, asked(1n, kind), CREATED_AT);
    assert.deepEqual([one.voidedMinor, one.refundedMinor, one.remainingMinor], [1n, 0n, 29_99n]);
  }
  const all = planReverse(refunded, captures, asked(), CREATED_AT);
  assert.deepEqual([all.voidedMinor, all.refundedMinor, all.remainingMinor], [30_00n, 0n, 0n]);
});

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
      const plan = () => planReverse(family, [], asked(requested), at);
      assertRefused(plan, "authorization_not_reversible", left(status, REVERSIBLE, 0, 0));
    }
  }
});
