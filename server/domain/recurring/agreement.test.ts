import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementRow } from "@/server/testing/factories/agreement-rows";
import { agreementStatusAt, agreementStatusText, capOf, nextStatus, requireAnswerable } from "./agreement";

const IN_TIME = new Date("2026-03-09T09:59:59.999Z");
const OVER = new Date("2026-03-09T10:00:00.000Z");

const STATUSES = ["pending", "active", "denied", "expired", "revoked"] as const;
const TRIGGERS = ["approve", "deny", "revoke", "expire"] as const;

/** Contract 3.5 and design 6, cell by cell; a dash is where nothing happens. */
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

test("what was answered does not run out with the request", () => {
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
] as const) {
  test(`amount ${amountMinor}, asked ${maxAmountMinor}, allowed ${memberMaxMinor}: at most ${cap}`, () => {
    assert.equal(capOf(agreementRow({ amountMinor, maxAmountMinor, memberMaxMinor })), cap);
  });
}
