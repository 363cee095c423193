import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@/server/platform/clock";
import { paymentCodeRow } from "@/server/testing/factories/payment-code-rows";
import { isLastUse, isPastLastDay, type PaymentCodeRow, statusAt, statusText, usesRemaining } from "./payment-code";

type Given = Partial<PaymentCodeRow>;

const USED_ONCE = { isSingleUse: false, isRecurring: true, uses: 1 } as const;
const THRU = new Date("2026-03-31T00:00:00.000Z");

const STATUSES: readonly (readonly [what: string, Given, at: string, PaymentCodeRow["status"]])[] = [
  ["one millisecond before its expiry", {}, "2026-03-02T10:09:59.999Z", "active"],
  ["at its expiry", {}, "2026-03-02T10:10:00.000Z", "expired"],
  [
    "a reusable one after its first use, before its expiry",
    { isSingleUse: false, uses: 3 },
    "2026-03-02T10:09:00Z",
    "active",
  ],
  [
    "a reusable one after its first use, at its expiry",
    { isSingleUse: false, uses: 3 },
    "2026-03-02T10:10:00Z",
    "expired",
  ],
  ["a recurring one before its first use, at its expiry", { ...USED_ONCE, uses: 0 }, "2026-03-02T10:10:00Z", "expired"],
  ["a recurring one after its first use, years later", USED_ONCE, "2036-03-02T10:10:00Z", "active"],
  ["on the thru-date’s last millisecond", { ...USED_ONCE, recurringThru: THRU }, "2026-03-31T23:59:59.999Z", "active"],
  ["the day after the thru-date", { ...USED_ONCE, recurringThru: THRU }, "2026-04-01T00:00:00.000Z", "expired"],
  [
    "a recurring one past its thru-date, before its first use and its expiry",
    { ...USED_ONCE, uses: 0, recurringThru: new Date("2026-03-01T00:00:00.000Z") },
    "2026-03-02T10:00:00Z",
    "expired",
  ],
  [
    "a recurring one before its first use, at its expiry, with a thru-date that is far",
    { ...USED_ONCE, uses: 0, recurringThru: THRU },
    "2026-03-02T10:10:00Z",
    "expired",
  ],
  ["used, long over", { status: "used", uses: 1 }, "2036-03-02T10:10:00Z", "used"],
  ["locked, long over", { status: "locked" }, "2036-03-02T10:10:00Z", "locked"],
  ["revoked, long over", { status: "revoked" }, "2036-03-02T10:10:00Z", "revoked"],
  ["swept", { status: "expired" }, "2026-03-02T10:00:00Z", "expired"],
];

for (const [what, given, at, status] of STATUSES) {
  test(`${what}: ${status}`, () => {
    const code = paymentCodeRow(given);
    assert.equal(statusAt(code, new Date(at)), status);
    const word = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
    assert.equal(statusText(code, new Date(at)), `Code ${word}`);
  });
}

const LAST: readonly (readonly [what: string, Given, boolean])[] = [
  ["of a single-use code", {}, true],
  ["of a reusable code", { isSingleUse: false, uses: 1_000 }, false],
  ["of a recurring code without limit", { ...USED_ONCE, uses: 1_000 }, false],
  ["first of three", { ...USED_ONCE, uses: 0, recurringLimit: 3 }, false],
  ["second of three", { ...USED_ONCE, recurringLimit: 3 }, false],
  ["third of three", { ...USED_ONCE, uses: 2, recurringLimit: 3 }, true],
  ["only one of a limit of one", { ...USED_ONCE, uses: 0, recurringLimit: 1 }, true],
];

for (const [what, given, expected] of LAST) {
  test(`the use ${what} is ${expected ? "" : "not "}the last`, () => {
    assert.equal(isLastUse(paymentCodeRow(given)), expected);
  });
}

const REMAINING: readonly (readonly [what: string, Given, number | null])[] = [
  ["a fresh single-use code", {}, 1],
  ["a fresh reusable code", { isSingleUse: false }, null],
  ["a recurring code after one of three", { ...USED_ONCE, recurringLimit: 3 }, 2],
  ["a revoked code", { isSingleUse: false, status: "revoked" }, 0],
  ["a locked code", { status: "locked" }, 0],
  ["a code over by the clock", { isSingleUse: false, expiresAt: new Date("2026-03-02T10:01:00.000Z") }, 0],
  ["a recurring code that an agreement used up", { ...USED_ONCE, status: "used", recurringLimit: 3 }, 0],
];

for (const [what, given, expected] of REMAINING) {
  test(`uses left of ${what}: ${expected ?? "any number"}`, () => {
    assert.equal(usesRemaining(paymentCodeRow(given), new Date("2026-03-02T10:05:00.000Z")), expected);
  });
}

for (const [recurringThru, at, isPast] of [
  [null, "2036-03-02T10:05:00.000Z", false],
  [THRU, "2026-03-30T00:00:00.000Z", false],
  [THRU, "2026-03-31T23:59:59.999Z", false],
  [THRU, "2026-04-01T00:00:00.000Z", true],
] as const) {
  test(`${at} is ${isPast ? "" : "not "}past a last day of ${recurringThru?.toISOString() ?? "none"}`, () => {
    assert.equal(isPastLastDay(paymentCodeRow({ recurringThru }), new Date(at)), isPast);
  });
}

test("a day is the UTC day", () => {
  const day = "2026-03-02T00:00:00.000Z";
  for (const at of [day, "2026-03-02T23:59:59.999Z", "2026-03-03T00:59:59.999+01:00"]) {
    assert.equal(dayOf(new Date(at)).toISOString(), day);
  }
});
