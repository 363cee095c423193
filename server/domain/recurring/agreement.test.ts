import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementRow } from "@/server/testing/factories/agreement-rows";
import {
  type AgreementRow,
  agreementStatusAt,
  agreementStatusText,
  answerOnRecord,
  askedCapOf,
  capOf,
  intervalOf,
  isChargeable,
  nextStatus,
  requireAnswerable,
} from "./agreement";

const IN_TIME = new Date("2026-03-09T09:59:59.999Z");
const OVER = new Date("2026-03-09T10:00:00.000Z");

const STATUSES = ["pending", "active", "denied", "expired", "revoked"] as const;
const TRIGGERS = ["approve", "deny", "revoke", "expire"] as const;

/** Contract 3.5 and design 6, cell by cell; a null cell means no transition. */
const TABLE: Readonly<Record<(typeof STATUSES)[number], readonly (string | null)[]>> = {
  pending: ["active", "denied", "revoked", "expired"],
  active: [null, null, "revoked", null],
  denied: [null, null, null, null],
  expired: [null, null, null, null],
  revoked: [null, null, null, null],
};

for (const status of STATUSES) {
  for (const [i, trigger] of TRIGGERS.entries()) {
    const expected = TABLE[status][i] ?? null;
    test(`${status}, ${trigger}: ${expected ?? "nothing"}`, () => {
      assert.equal(nextStatus(agreementRow({ status }), trigger, IN_TIME), expected);
    });
  }
}

test("an unanswered request ends with its last millisecond, whether or not the sweep came by", () => {
  assert.equal(agreementStatusAt(agreementRow(), IN_TIME), "pending");
  assert.equal(agreementStatusAt(agreementRow(), OVER), "expired");
  assert.equal(agreementStatusText(agreementRow(), OVER), "Expired");
  for (const trigger of TRIGGERS) assert.equal(nextStatus(agreementRow(), trigger, OVER), null);
});

test("an unanswered request ends with its last day, too", () => {
  const endsOn = new Date("2026-03-05");
  assert.equal(agreementStatusAt(agreementRow({ endsOn }), new Date("2026-03-05T23:59:59.999Z")), "pending");
  assert.equal(agreementStatusAt(agreementRow({ endsOn }), new Date("2026-03-06")), "expired");
});

test("a request's answer does not run out with it", () => {
  for (const status of ["active", "denied", "revoked"] as const) {
    assert.equal(agreementStatusAt(agreementRow({ status }), OVER), status);
  }
});

test("every status has its word", () => {
  const words = STATUSES.map((status) => agreementStatusText(agreementRow({ status }), IN_TIME));
  assert.deepEqual(words, ["PendingApproval", "Active", "Denied", "Expired", "Revoked"]);
});

test("only what waits can be answered; the refusal says what it is", () => {
  for (const trigger of ["approve", "deny"] as const) {
    requireAnswerable(agreementRow(), trigger, IN_TIME);
    for (const [status, word] of [
      ["active", "Active"],
      ["denied", "Denied"],
      ["expired", "Expired"],
      ["revoked", "Revoked"],
    ] as const) {
      assert.throws(() => requireAnswerable(agreementRow({ status }), trigger, IN_TIME), {
        code: "recurring_authorization_not_pending",
        message: `The request is no longer pending: it is ${word}.`,
        details: { status: word, allowed: ["PendingApproval"] },
      });
    }
  }
});

for (const [amountMinor, maxAmountMinor, memberMaxMinor, cap] of [
  [null, null, null, null],
  [5n, null, null, 5n],
  [null, 6n, null, 6n],
  [null, null, 7n, 7n],
  [5n, 6n, null, 6n],
  [5n, 6n, 5n, 5n],
  [null, 6n, 4n, 4n],
  [5n, 6n, 0n, 0n],
] as const) {
  test(`amount ${amountMinor}, asked ${maxAmountMinor}, allowed ${memberMaxMinor}: at most ${cap}`, () => {
    assert.equal(capOf(agreementRow({ amountMinor, maxAmountMinor, memberMaxMinor })), cap);
  });
}

test("a merchant asks for its cap, or else for the amount it named", () => {
  assert.equal(askedCapOf({ amountMinor: 5n, maxAmountMinor: 6n }), 6n);
  assert.equal(askedCapOf({ amountMinor: 5n, maxAmountMinor: null }), 5n);
  assert.equal(askedCapOf({ amountMinor: null, maxAmountMinor: null }), null);
});

test("it is charged as often as was asked, or as the member said instead", () => {
  assert.equal(intervalOf(agreementRow({ interval: "weekly" })), "weekly");
  assert.equal(intervalOf(agreementRow({ interval: "weekly", memberInterval: "monthly" })), "monthly");
  assert.equal(intervalOf(agreementRow()), null);
});

const CHARGEABLE: readonly (readonly [what: string, given: Partial<AgreementRow>, isIt: boolean])[] = [
  ["active", {}, true],
  ["pending", { status: "pending" }, false],
  ["revoked", { status: "revoked" }, false],
  ["on its last day", { endsOn: new Date("2026-03-09") }, true],
  ["after its last day", { endsOn: new Date("2026-03-08") }, false],
  ["before the last of its charges", { charges: 2, chargeLimit: 3 }, true],
  ["after the last of its charges", { charges: 3, chargeLimit: 3 }, false],
];

for (const [what, given, isIt] of CHARGEABLE) {
  test(`an agreement ${what} can ${isIt ? "" : "not "}be charged`, () => {
    assert.equal(isChargeable(agreementRow({ status: "active", ...given }), IN_TIME), isIt);
  });
}

test("the audit log keeps who answered whom", () => {
  assert.deepEqual(answerOnRecord("approved", agreementRow()), {
    action: "agreement.approved",
    subject: { kind: "agreement", id: "agreement" },
    details: { member: "member", merchant: "merchant" },
  });
});
