import assert from "node:assert/strict";
import { test } from "node:test";
import type { MerchantId } from "@/server/platform/noun-ids";
import { paymentCodeRow } from "@/server/testing/factories/payment-code-rows";
import { ACTIVE_MERCHANT, SUSPENDED_MERCHANT } from "@/server/testing/factories/payment-facts";
import { shortId } from "@/server/testing/factories/short-id";
import { type CodeDecisionFacts, decideCode } from "./decide-code";

type Given = Partial<Omit<CodeDecisionFacts, "code">> & { readonly code?: Partial<CodeDecisionFacts["code"]> };

function facts({ code, ...given }: Given): CodeDecisionFacts {
  return {
    now: new Date("2026-03-02T10:05:00.000Z"),
    amountMinor: 10_00n,
    currency: "USD",
    merchant: ACTIVE_MERCHANT,
    isPinRight: true,
    isRecurring: false,
    availableMinor: 100_00n,
    described: null,
    risk: null,
    ...given,
    code: paymentCodeRow(code),
  };
}

function codeOf(given: Given): string {
  const decision = decideCode(facts(given));
  return decision.outcome === "approved" ? "00" : `${decision.code} ${JSON.stringify(decision.hint)}`;
}

const RECURRING = { isSingleUse: false, isRecurring: true, uses: 1 } as const;
const LAST_DAY_OVER = { ...RECURRING, recurringThru: new Date("2026-03-01") } as const;
const LOOK = { amountMinor: null, currency: null, availableMinor: null } as const;
const USED = { status: "used", pinHash: null, uses: 1 } as const;

const CASES: readonly (readonly [what: string, Given, code: string])[] = [
  ["nothing wrong", {}, "00"],
  ["a suspended merchant", { merchant: SUSPENDED_MERCHANT }, "03 {}"],
  ["over by the clock", { now: new Date("2026-03-02T10:10:00.000Z") }, "54 {}"],
  ["over by the sweep", { code: { status: "expired", pinHash: null }, isPinRight: false }, "54 {}"],
  ["revoked", { code: { status: "revoked", pinHash: null }, isPinRight: false }, "62 {}"],
  ["bound to this merchant", { code: { merchantId: shortId("merchant") } }, "00"],
  ["bound to another merchant", { code: { merchantId: shortId("other") } }, "62 {}"],
  [
    "bound to another merchant, with a wrong PIN",
    { code: { merchantId: shortId("other") }, isPinRight: false },
    "62 {}",
  ],
  ["locked, whatever the PIN", { code: { status: "locked", failedTries: 5, pinHash: null } }, "75 {}"],
  ["a wrong PIN, first of five", { isPinRight: false }, "55 {}"],
  ["a wrong PIN, fourth of five", { isPinRight: false, code: { failedTries: 3 } }, "55 {}"],
  ["a wrong PIN, fifth of five", { isPinRight: false, code: { failedTries: 4 } }, "75 {}"],
  ["a wrong PIN, first of one", { isPinRight: false, code: { lockoutThreshold: 1 } }, "75 {}"],
  ["the right PIN on the last try", { code: { failedTries: 4 } }, "00"],
  ["another currency", { currency: "EUR" }, '57 {"rule":"currency","currency":"EUR","accountCurrency":"USD"}'],
  ["the maximum", { code: { maxAmountMinor: 10_00n } }, "00"],
  ["a cent over the maximum", { code: { maxAmountMinor: 9_99n } }, '61 {"limit":"code"}'],
  ["used up, its PIN gone", { code: USED, isPinRight: false }, "65 {}"],
  ["used up at a threshold of one", { code: { ...USED, lockoutThreshold: 1 }, isPinRight: false }, "65 {}"],
  ["used up by its last day, for who charges it again", { code: LAST_DAY_OVER, isRecurring: true }, "65 {}"],
  ["past its last day, for who asks for no more", { code: LAST_DAY_OVER }, "54 {}"],
  ["past its last day and never used", { code: { ...LAST_DAY_OVER, uses: 0 }, isRecurring: true }, "54 {}"],
  ["on its last day", { code: { ...LAST_DAY_OVER, recurringThru: new Date("2026-03-02") }, isRecurring: true }, "00"],
  ["recurring, of a code that isn’t", { isRecurring: true }, '57 {"rule":"recurring"}'],
  ["recurring, of a code that is", { isRecurring: true, code: RECURRING }, "00"],
  ["a score at the limit", { risk: { score: 85, trace: [] } }, "05 {}"],
  ["a look without an amount, a currency, or an account", LOOK, "00"],
  ["a look at a code with a maximum", { ...LOOK, code: { maxAmountMinor: 1n } }, "00"],
  [
    "due tomorrow",
    { code: { ...RECURRING, nextUseOn: new Date("2026-03-03") } },
    '65 {"limit":"interval","from":"2026-03-03T00:00:00.000Z","timeZone":"UTC"}',
  ],
  ["due today", { code: { ...RECURRING, nextUseOn: new Date("2026-03-02") } }, "00"],
  ["overdue", { code: { ...RECURRING, nextUseOn: new Date("2026-02-02") } }, "00"],
  ["the last cent", { availableMinor: 10_00n }, "00"],
  ["a cent short", { availableMinor: 9_99n }, "51 {}"],
];

for (const [what, given, code] of CASES) {
  test(`${what}: ${code}`, () => assert.equal(codeOf(given), code));
}

/** Each step removes the first problem, so that the next rule in the order of design 6 decides. */
test("of many things wrong, the first in the order 03, 54, 62, 55, 57, 61, 65, 51 is named", () => {
  const steps: readonly Given[] = [
    { merchant: SUSPENDED_MERCHANT },
    { merchant: ACTIVE_MERCHANT },
    { now: new Date("2026-03-02T10:05:00.000Z") },
    { code: { merchantId: null } },
    { isPinRight: true },
    { currency: "USD" },
    { code: { maxAmountMinor: null } },
    { code: { nextUseOn: null } },
    { availableMinor: 100_00n },
  ];
  let given: Given = {
    now: new Date("2026-03-02T10:10:00.000Z"),
    isPinRight: false,
    currency: "EUR",
    availableMinor: 0n,
    code: { merchantId: shortId("other"), maxAmountMinor: 1n, nextUseOn: new Date("2026-03-03") },
  };
  const codes = steps.map((step) => {
    given = { ...given, ...step, code: { ...given.code, ...step.code } };
    return codeOf(given).slice(0, 2);
  });
  assert.deepEqual(codes, ["03", "54", "62", "55", "57", "61", "65", "51", "00"]);
});

test("a used code says what else is wrong before that it is used up", () => {
  const wrong = { code: { ...USED, maxAmountMinor: 1n }, isPinRight: false };
  assert.deepEqual([codeOf({ ...wrong, currency: "EUR" }).slice(0, 2), codeOf(wrong).slice(0, 2)], ["57", "61"]);
});

test("the trace ends with the rule that declined, and never holds the PIN's or the code's hash", () => {
  const { trace } = decideCode(facts({ isPinRight: false }));
  assert.deepEqual(
    trace.map(({ passed }) => passed),
    [true, true, true, true, true, true, false],
  );
  assert.deepEqual(trace.at(-1)?.saw, { isPinRight: false });
  assert.doesNotMatch(JSON.stringify(trace), /hash of/);
});

test("the trace keeps what each rule saw", () => {
  const code = { ...RECURRING, maxAmountMinor: 20_00n, merchantId: shortId<MerchantId>("merchant"), failedTries: 2 };
  const nextUseOn = new Date("2026-03-02");
  const { trace } = decideCode(facts({ code: { ...code, nextUseOn }, isRecurring: true }));
  assert.deepEqual(Object.fromEntries(trace.map(({ id, saw }) => [id, saw])), {
    "merchant-active": { status: "active" },
    "code-in-date": { status: "active" },
    "code-not-revoked": { status: "active" },
    "code-merchant": { boundTo: "merchant", merchant: "merchant" },
    "code-not-locked": { status: "active" },
    "last-pin-try": { failedTries: 2, lockoutThreshold: 5 },
    pin: { isPinRight: true },
    "code-recurring": { isRecurring: true, allowed: true },
    "code-currency": { currency: "USD", codeCurrency: "USD" },
    "code-maximum": { amountMinor: "1000", maxAmountMinor: "2000" },
    "code-uses": { status: "active" },
    "code-interval": { nextUseOn: "2026-03-02T00:00:00.000Z" },
    funds: { amountMinor: "1000", availableMinor: "10000" },
    risk: { score: null },
  });
});
