import assert from "node:assert/strict";
import { test } from "node:test";
import { hintOf } from "@/server/domain/declines";
import {
  ACTIVE_MERCHANT,
  chargeFacts,
  type GivenCharge,
  SUSPENDED_MERCHANT,
} from "@/server/testing/factories/payment-facts";
import { decideCharge } from "./decide-charge";

const APPROVED_AT = new Date("2026-03-02T10:05:00.000Z");
const ACTIVE = { status: "active", approvedAt: APPROVED_AT } as const;
const RISKY = { score: 85, trace: [] } as const;

function codeOf(given: GivenCharge): string {
  const decision = decideCharge(chargeFacts(given));
  return decision.outcome === "approved" ? "00" : decision.code;
}

const CASES: readonly (readonly [what: string, GivenCharge, code: string])[] = [
  ["nothing wrong", {}, "00"],
  ["a suspended merchant", { merchant: SUSPENDED_MERCHANT }, "03"],
  ["revoked", { agreement: { status: "revoked" } }, "R1"],
  ["not answered", { agreement: { status: "pending" } }, "57"],
  ["not answered and over", { agreement: { status: "pending", expiresAt: APPROVED_AT } }, "57"],
  ["denied", { agreement: { status: "denied" } }, "57"],
  ["expired", { agreement: { status: "expired" } }, "57"],
  ["active long after the request would have run out", { agreement: { expiresAt: APPROVED_AT } }, "00"],
  ["another currency", { currency: "EUR" }, "57"],
  ["the fixed amount", { agreement: { amountMinor: 10_00n } }, "00"],
  ["a cent over it", { agreement: { amountMinor: 9_99n } }, "61"],
  ["a cent under it", { agreement: { amountMinor: 10_01n } }, "00"],
  ["the cap that was asked for", { agreement: { maxAmountMinor: 10_00n } }, "00"],
  ["a cent over it, too", { agreement: { maxAmountMinor: 9_99n } }, "61"],
  ["the member’s cap", { agreement: { maxAmountMinor: 20_00n, memberMaxMinor: 10_00n } }, "00"],
  ["a cent over the member’s", { agreement: { maxAmountMinor: 20_00n, memberMaxMinor: 9_99n } }, "61"],
  ["the last millisecond of the last day", { agreement: { endsOn: new Date("2026-03-02") } }, "00"],
  ["the day after it", { agreement: { endsOn: new Date("2026-03-01") } }, "65"],
  ["the last of its charges", { agreement: { charges: 2, chargeLimit: 3 } }, "00"],
  ["one more than its charges", { agreement: { charges: 3, chargeLimit: 3 } }, "65"],
  ["due tomorrow", { agreement: { nextChargeOn: new Date("2026-03-03") } }, "65"],
  ["due today", { agreement: { nextChargeOn: new Date("2026-03-02") } }, "00"],
  ["overdue", { agreement: { nextChargeOn: new Date("2026-02-02") } }, "00"],
  ["the last cent", { availableMinor: 10_00n }, "00"],
  ["a cent short", { availableMinor: 9_99n }, "51"],
  ["a score of 85", { risk: RISKY }, "05"],
];

for (const [what, given, code] of CASES) {
  test(`${what}: ${code}`, () => assert.equal(codeOf(given), code));
}

const HINTS: readonly (readonly [given: GivenCharge, hint: Readonly<Record<string, unknown>>])[] = [
  [{ merchant: SUSPENDED_MERCHANT }, {}],
  [{ agreement: { status: "revoked" } }, { rule: "agreement", status: "Revoked" }],
  [{ agreement: { status: "pending" } }, { rule: "agreement", status: "PendingApproval" }],
  [{ agreement: { status: "pending", expiresAt: APPROVED_AT } }, { rule: "agreement", status: "Expired" }],
  [{ currency: "EUR" }, { rule: "currency", currency: "EUR", accountCurrency: "USD" }],
  [{ agreement: { maxAmountMinor: 9_99n } }, { limit: "agreement" }],
  [{ agreement: { endsOn: new Date("2026-03-01") } }, { limit: "last-day" }],
  [{ agreement: { charges: 3, chargeLimit: 3 } }, { limit: "charges" }],
  [
    { agreement: { nextChargeOn: new Date("2026-03-03") } },
    { limit: "interval", from: "2026-03-03T00:00:00.000Z", timeZone: "UTC" },
  ],
  [{ availableMinor: 9_99n }, {}],
  [{ risk: RISKY }, {}],
];

test("a decline hints at what was broken, never at a balance or a limit's value", () => {
  for (const [given, hint] of HINTS) assert.deepEqual(hintOf(decideCharge(chargeFacts(given))), hint);
});

/** Each step removes the first problem, so that the next rule in the order of design 6 decides. */
test("of many things wrong, the first in the order 03, R1, 57, 57, 61, 65, 65, 51, 05 is named", () => {
  const steps: readonly GivenCharge[] = [
    { merchant: SUSPENDED_MERCHANT },
    { merchant: ACTIVE_MERCHANT },
    { agreement: { status: "denied" } },
    { agreement: ACTIVE },
    { currency: "USD" },
    { agreement: { maxAmountMinor: null } },
    { agreement: { endsOn: null } },
    { agreement: { nextChargeOn: null } },
    { availableMinor: 100_00n },
    { risk: { score: 0, trace: [] } },
  ];
  let given: GivenCharge = {
    currency: "EUR",
    availableMinor: 0n,
    risk: RISKY,
    agreement: {
      status: "revoked",
      maxAmountMinor: 1n,
      endsOn: new Date("2026-03-01"),
      nextChargeOn: new Date("2026-03-03"),
    },
  };
  const codes = steps.map((step) => {
    given = { ...given, ...step, agreement: { ...given.agreement, ...step.agreement } };
    return codeOf(given);
  });
  assert.deepEqual(codes, ["03", "R1", "57", "57", "61", "65", "65", "51", "05", "00"]);
});

test("the trace shows what each rule saw up to the one that refused", () => {
  const decision = decideCharge(chargeFacts({ agreement: { maxAmountMinor: 9_99n } }));
  assert.deepEqual(
    decision.trace.map(({ id }) => id),
    ["merchant-active", "agreement-not-revoked", "agreement-active", "agreement-currency", "agreement-cap"],
  );
});

test("the trace keeps what each rule saw", () => {
  const day = new Date("2026-03-02");
  const agreement = { maxAmountMinor: 20_00n, endsOn: day, nextChargeOn: day, charges: 1, chargeLimit: 3 };
  const { trace } = decideCharge(chargeFacts({ agreement }));
  assert.deepEqual(Object.fromEntries(trace.map(({ id, saw }) => [id, saw])), {
    "merchant-active": { status: "active" },
    "agreement-not-revoked": { status: "Active" },
    "agreement-active": { status: "Active" },
    "agreement-currency": { currency: "USD", agreementCurrency: "USD" },
    "agreement-cap": { amountMinor: "1000", capMinor: "2000" },
    "agreement-last-day": { endsOn: day.toISOString() },
    "agreement-charges": { charges: 1, limit: 3 },
    "agreement-interval": { nextChargeOn: day.toISOString() },
    funds: { amountMinor: "1000", availableMinor: "10000" },
    risk: { score: 84 },
  });
  const open = decideCharge(chargeFacts({})).trace.filter(({ id }) => /last-day|interval/.test(id));
  assert.deepEqual(
    open.map(({ saw }) => saw),
    [{ endsOn: null }, { nextChargeOn: null }],
  );
});
