import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthorizationStatus } from "@/server/contracts/authorization-schemas";
import { EXPIRES_AT, figures } from "@/server/testing/authorization-rows";
import { atTime, holdLeft, refundable, statusOf } from "./figures";

type Minor = readonly [amount: bigint, captured: bigint, voided: bigint, refunded: bigint, expired: bigint];

function of([amountMinor, capturedMinor, voidedMinor, refundedMinor, expiredMinor]: Minor) {
  return figures({ amountMinor, capturedMinor, voidedMinor, refundedMinor, expiredMinor });
}

/** Every row of design 6, and where two of them meet. */
const STATUSES: readonly [Minor, AuthorizationStatus][] = [
  [[100n, 0n, 0n, 0n, 0n], "Authorization Approved"],
  [[100n, 1n, 0n, 0n, 0n], "Authorization Partially Captured"],
  [[100n, 99n, 0n, 0n, 0n], "Authorization Partially Captured"],
  [[100n, 40n, 10n, 0n, 0n], "Authorization Partially Captured"],
  [[100n, 40n, 0n, 40n, 0n], "Authorization Partially Captured"],
  [[100n, 0n, 1n, 0n, 0n], "Authorization Partially Reversed"],
  [[100n, 0n, 99n, 0n, 0n], "Authorization Partially Reversed"],
  [[100n, 100n, 0n, 0n, 0n], "Authorization Captured"],
  [[100n, 60n, 40n, 0n, 0n], "Authorization Captured"],
  [[100n, 60n, 0n, 0n, 40n], "Authorization Captured"],
  [[100n, 100n, 0n, 1n, 0n], "Authorization Partially Reversed"],
  [[100n, 100n, 0n, 99n, 0n], "Authorization Partially Reversed"],
  [[100n, 60n, 40n, 30n, 0n], "Authorization Partially Reversed"],
  [[100n, 60n, 0n, 30n, 40n], "Authorization Partially Reversed"],
  [[100n, 0n, 100n, 0n, 0n], "Authorization Reversed"],
  [[100n, 100n, 0n, 100n, 0n], "Authorization Reversed"],
  [[100n, 60n, 40n, 60n, 0n], "Authorization Reversed"],
  [[100n, 0n, 0n, 0n, 100n], "Authorization Expired"],
  [[100n, 0n, 40n, 0n, 60n], "Authorization Expired"],
];

test("the status is a function of the figures", () => {
  for (const [minor, status] of STATUSES) assert.equal(statusOf(of(minor)), status, minor.join(", "));
});

test("hold left is what was neither captured, voided nor expired; refundable what is captured and not refunded", () => {
  const some = of([100n, 40n, 15n, 10n, 5n]);
  assert.equal(holdLeft(some), 40n);
  assert.equal(refundable(some), 30n);
});

test("what is held at its expiry reads as expired, not a millisecond earlier", () => {
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
