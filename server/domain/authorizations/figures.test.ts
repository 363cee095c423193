import assert from "node:assert/strict";
import { test } from "node:test";
import {
  AUTHORIZATION_STATUSES,
  type AuthorizationOperation,
  type AuthorizationStatus,
} from "@/server/contracts/authorization-statuses";
import { EXPIRES_AT, figures } from "@/server/testing/factories/authorization-rows";
import { atTime, type Figures, holdLeft, refundable } from "./figures";
import { isAllowed, statusesThatAllow, statusOf } from "./statuses";

type Minor = readonly [amount: bigint, captured: bigint, voided: bigint, refunded: bigint, expired: bigint];

function of([amountMinor, capturedMinor, voidedMinor, refundedMinor, expiredMinor]: Minor) {
  return figures({ amountMinor, capturedMinor, voidedMinor, refundedMinor, expiredMinor });
}

const APPROVED = { outcome: "approved" } as const;

const STATUSES: readonly [Minor, AuthorizationStatus][] = [
  [[100n, 0n, 0n, 0n, 0n], "Authorization Approved"],
  [[100n, 1n, 0n, 0n, 0n], "Authorization Partially Captured"],
  [[100n, 99n, 0n, 0n, 0n], "Authorization Partially Captured"],
  [[100n, 40n, 10n, 0n, 0n], "Authorization Partially Captured"],
  [[100n, 40n, 0n, 39n, 0n], "Authorization Partially Captured"],
  [[100n, 40n, 0n, 40n, 0n], "Authorization Partially Reversed"],
  [[100n, 40n, 10n, 40n, 0n], "Authorization Partially Reversed"],
  [[100n, 0n, 1n, 0n, 0n], "Authorization Partially Reversed"],
  [[100n, 0n, 99n, 0n, 0n], "Authorization Partially Reversed"],
  [[100n, 100n, 0n, 0n, 0n], "Authorization Captured"],
  [[100n, 60n, 40n, 0n, 0n], "Authorization Captured"],
  [[100n, 60n, 0n, 0n, 40n], "Authorization Captured"],
  [[100n, 100n, 0n, 1n, 0n], "Authorization Partially Refunded"],
  [[100n, 100n, 0n, 99n, 0n], "Authorization Partially Refunded"],
  [[100n, 60n, 40n, 30n, 0n], "Authorization Partially Refunded"],
  [[100n, 60n, 0n, 30n, 40n], "Authorization Partially Refunded"],
  [[100n, 0n, 100n, 0n, 0n], "Authorization Reversed"],
  [[100n, 100n, 0n, 100n, 0n], "Authorization Reversed"],
  [[100n, 60n, 40n, 60n, 0n], "Authorization Reversed"],
  [[100n, 0n, 0n, 0n, 100n], "Authorization Expired"],
  [[100n, 0n, 40n, 0n, 60n], "Authorization Expired"],
];

test("the status is a function of the figures", () => {
  for (const [minor, status] of STATUSES) assert.equal(statusOf(APPROVED, of(minor)), status, minor.join(", "));
});

test("a declined authorization is declined, whatever its figures", () => {
  assert.equal(statusOf({ outcome: "declined" }, of([0n, 0n, 0n, 0n, 0n])), "Authorization Declined");
});

/** Every way to divide an amount of 5 into held, captured, refunded, voided, and expired parts. */
function* everyFigures(): Generator<Figures> {
  const whole = 5n;
  for (let captured = 0n; captured <= whole; captured += 1n) {
    for (let refunded = 0n; refunded <= captured; refunded += 1n) {
      for (let voided = 0n; captured + voided <= whole; voided += 1n) {
        for (let expired = 0n; captured + voided + expired <= whole; expired += 1n) {
          yield of([whole, captured, voided, refunded, expired]);
        }
      }
    }
  }
}

/** The same rules, written independently from the figures alone. */
function canBeDone(f: Figures): Record<AuthorizationOperation, boolean> {
  const isHeld = holdLeft(f) > 0n;
  const isUntouched = f.capturedMinor + f.voidedMinor + f.expiredMinor === 0n;
  return { capture: isHeld, void: isHeld, increment: isHeld && isUntouched, refund: refundable(f) > 0n };
}

test("from the status alone one can tell what can be done, whatever the figures", () => {
  const met = new Set<AuthorizationStatus>();
  for (const some of everyFigures()) {
    // A hold expires all at once, so nothing is held beside expired money.
    if (some.expiredMinor > 0n && holdLeft(some) > 0n) continue;
    const status = statusOf(APPROVED, some);
    met.add(status);
    for (const [operation, isPossible] of Object.entries(canBeDone(some)) as [AuthorizationOperation, boolean][]) {
      assert.equal(isAllowed(status, operation), isPossible, `${status} ${operation} ${JSON.stringify(some, String)}`);
    }
  }
  const approved = AUTHORIZATION_STATUSES.filter((status) => status !== "Authorization Declined");
  assert.deepEqual([...met].sort(), [...approved].sort());
});

test("a refusal lists the statuses that allow what was asked", () => {
  assert.deepEqual(statusesThatAllow("increment"), ["Authorization Approved"]);
  assert.deepEqual(statusesThatAllow("void"), statusesThatAllow("capture"));
  assert.deepEqual(statusesThatAllow("void", "refund"), [
    "Authorization Approved",
    "Authorization Partially Captured",
    "Authorization Captured",
    "Authorization Partially Reversed",
    "Authorization Partially Refunded",
  ]);
});

test("hold left: not captured, voided, or expired; refundable: captured and not refunded", () => {
  const some = of([100n, 40n, 15n, 10n, 5n]);
  assert.equal(holdLeft(some), 40n);
  assert.equal(refundable(some), 30n);
});

test("a hold at its expiry reads as expired, not a millisecond earlier", () => {
  const held = of([100n, 30n, 10n, 0n, 0n]);
  const before = new Date(EXPIRES_AT.getTime() - 1);
  const after = new Date(EXPIRES_AT.getTime() + 1);
  assert.deepEqual(atTime(held, EXPIRES_AT, before), held);
  assert.deepEqual(atTime(held, EXPIRES_AT, EXPIRES_AT), of([100n, 30n, 10n, 0n, 60n]));
  assert.deepEqual(atTime(held, EXPIRES_AT, after), of([100n, 30n, 10n, 0n, 60n]));
  assert.deepEqual(atTime(held, null, after), held);
});

test("reading an expired hold again expires nothing more", () => {
  const swept = of([100n, 0n, 0n, 0n, 100n]);
  assert.deepEqual(atTime(swept, EXPIRES_AT, EXPIRES_AT), swept);
});
