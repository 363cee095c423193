import assert from "node:assert/strict";
import { test } from "node:test";
import { DomainError } from "@/server/domain/errors";
import { CREATED_AT, declinedFamily, EXPIRES_AT, familyOf } from "@/server/testing/factories/authorization-rows";
import type { Figures } from "../figures";
import { planCapture } from "./plan-capture";

const FRESH: readonly Partial<Figures>[] = [{ amountMinor: 50_00n }, { amountMinor: 30_00n }, { amountMinor: 20_00n }];
const DRAWN: readonly Partial<Figures>[] = [
  { amountMinor: 50_00n, capturedMinor: 10_00n },
  { amountMinor: 30_00n, voidedMinor: 30_00n },
  { amountMinor: 20_00n },
];

const PLANS: readonly {
  members: readonly Partial<Figures>[];
  target: string;
  requested: bigint | null;
  moves: readonly (readonly [string, bigint])[];
  left: bigint;
}[] = [
  { members: FRESH, target: "root", requested: 20_00n, moves: [["root", 20_00n]], left: 80_00n },
  { members: FRESH, target: "root", requested: 50_00n, moves: [["root", 50_00n]], left: 50_00n },
  {
    members: FRESH,
    target: "root",
    requested: 50_01n,
    moves: [
      ["root", 50_00n],
      ["inc1", 1n],
    ],
    left: 49_99n,
  },
  {
    members: FRESH,
    target: "root",
    requested: 90_00n,
    moves: [
      ["root", 50_00n],
      ["inc1", 30_00n],
      ["inc2", 10_00n],
    ],
    left: 10_00n,
  },
  {
    members: FRESH,
    target: "root",
    requested: null,
    moves: [
      ["root", 50_00n],
      ["inc1", 30_00n],
      ["inc2", 20_00n],
    ],
    left: 0n,
  },
  { members: FRESH, target: "inc1", requested: 5_00n, moves: [["inc1", 5_00n]], left: 25_00n },
  { members: FRESH, target: "inc1", requested: null, moves: [["inc1", 30_00n]], left: 0n },
  {
    members: DRAWN,
    target: "root",
    requested: 45_00n,
    moves: [
      ["root", 40_00n],
      ["inc2", 5_00n],
    ],
    left: 15_00n,
  },
  {
    members: DRAWN,
    target: "root",
    requested: null,
    moves: [
      ["root", 40_00n],
      ["inc2", 20_00n],
    ],
    left: 0n,
  },
];

test("a capture draws on the target, then on its increments, oldest first", () => {
  for (const { members, target, requested, moves, left } of PLANS) {
    const plan = planCapture(familyOf(target, members), requested, CREATED_AT);
    const amountMinor = moves.reduce((sum, [, minor]) => sum + minor, 0n);
    assert.deepEqual(plan, {
      moves: moves.map(([authorizationId, capturedMinor]) => ({ authorizationId, capturedMinor })),
      amountMinor,
      remainingMinor: left,
    });
  }
});

const ALLOWED = ["Authorization Approved", "Authorization Partially Captured", "Authorization Partially Reversed"];

test("more than the target has left is refused with what is left", () => {
  const cases = [
    { members: FRESH, target: "root", requested: 100_01n, remaining: 100 },
    { members: FRESH, target: "inc1", requested: 30_01n, remaining: 30 },
    { members: DRAWN, target: "root", requested: 60_01n, remaining: 60 },
  ];
  for (const { members, target, requested, remaining } of cases) {
    assert.throws(
      () => planCapture(familyOf(target, members), requested, CREATED_AT),
      (error: unknown) => {
        assert.ok(error instanceof DomainError);
        assert.deepEqual(
          [error.code, error.message, error.field, error.details],
          [
            "amount_exceeds_remaining_hold",
            "The amount is more than the remaining hold.",
            "amount",
            { ...error.details, allowed: ALLOWED, remaining, capturable: remaining, voidable: remaining },
          ],
        );
        return true;
      },
    );
  }
});

test("without hold left there is nothing to capture, and the refusal says the status and the allowed ones", () => {
  const cases = [
    {
      family: familyOf("root", [{ amountMinor: 50_00n, capturedMinor: 50_00n }]),
      status: "Authorization Captured",
      refundable: 50,
    },
    { family: familyOf("root", [{ amountMinor: 50_00n, voidedMinor: 50_00n }]), status: "Authorization Reversed" },
    { family: familyOf("root", [{ amountMinor: 50_00n, expiredMinor: 50_00n }]), status: "Authorization Expired" },
    { family: familyOf("inc1", DRAWN), status: "Authorization Reversed" },
    { family: familyOf("root", FRESH), at: EXPIRES_AT, status: "Authorization Expired" },
    { family: familyOf("inc2", FRESH), at: EXPIRES_AT, status: "Authorization Expired" },
    { family: familyOf("root", DRAWN), at: EXPIRES_AT, status: "Authorization Captured", refundable: 10 },
    { family: declinedFamily(), status: "Authorization Declined" },
  ];
  for (const { family, at = CREATED_AT, status, refundable = 0 } of cases) {
    for (const requested of [null, 1n]) {
      assert.throws(
        () => planCapture(family, requested, at),
        (error: unknown) => {
          assert.ok(error instanceof DomainError);
          const left = { capturable: 0, voidable: 0, refundable };
          assert.equal(error.message, `Nothing is held anymore: the status is ${status}.`);
          assert.deepEqual(
            [error.code, error.details],
            ["authorization_not_capturable", { status, allowed: ALLOWED, ...left }],
          );
          return true;
        },
      );
    }
  }
});
