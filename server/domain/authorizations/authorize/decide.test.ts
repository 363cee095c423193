import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { lacksFunds } from "@/server/domain/declines";
import { ACTIVE_MERCHANT, SUSPENDED_MERCHANT } from "@/server/testing/factories/payment-facts";
import { type DecisionFacts, decide } from "./decide";

const NOW = new Date("2026-03-02T10:00:00.000Z");

type Given = Partial<Omit<DecisionFacts, "card" | "described">> & {
  readonly card?: Partial<DecisionFacts["card"]>;
  readonly described?: Partial<DecisionFacts["described"]>;
};

function facts({ card, described, ...given }: Given = {}): DecisionFacts {
  return {
    now: NOW,
    amountMinor: 10_00n,
    transactionMinor: 10_00n,
    currency: "USD",
    isNewTransaction: true,
    merchant: ACTIVE_MERCHANT,
    accountCurrency: "USD",
    risk: null,
    availableMinor: 100_00n,
    ...given,
    described: { ...NOTHING_DESCRIBED, mcc: "5814", channel: "CHANeCommerce0001", mode: "02", ...described },
    card: {
      cardStatus: "active",
      expiresOn: new Date("2026-03-03T00:00:00.000Z"),
      alwaysDeclinesWith: null,
      perTransactionLimitMinor: null,
      dailyAmountLimitMinor: null,
      dailyCountLimit: null,
      allowedMccs: [],
      allowedChannels: [],
      allowedModes: [],
      usageAmountMinor: 0n,
      usageCount: 0,
      ...card,
    },
  };
}

function codeOf(given: Given): string {
  const decision = decide(facts(given));
  return decision.outcome === "approved" ? "00" : `${decision.code} ${JSON.stringify(decision.hint)}`;
}

const CASES: readonly [what: string, Given, code: string][] = [
  ["nothing wrong", {}, "00"],
  ["a test card", { card: { alwaysDeclinesWith: "65" } }, "65 {}"],
  [
    "a test card that is closed, at a suspended merchant",
    { merchant: SUSPENDED_MERCHANT, card: { alwaysDeclinesWith: "05", cardStatus: "closed" } },
    "05 {}",
  ],
  ["closed", { card: { cardStatus: "closed" } }, "14 {}"],
  ["merchant suspended", { merchant: SUSPENDED_MERCHANT }, "03 {}"],
  ["frozen", { card: { cardStatus: "frozen" } }, "62 {}"],
  ["last millisecond of the card", { now: new Date("2026-03-02T23:59:59.999Z") }, "00"],
  ["first millisecond after it", { now: new Date("2026-03-03T00:00:00.000Z") }, "54 {}"],
  ["another currency", { currency: "EUR" }, '57 {"rule":"currency","currency":"EUR","accountCurrency":"USD"}'],
  ["mcc on the list", { card: { allowedMccs: ["5411", "5814"] } }, "00"],
  ["mcc not on the list", { card: { allowedMccs: ["5411"] } }, '57 {"rule":"mcc"}'],
  ["no mcc, no list", { described: { mcc: null } }, "00"],
  ["no mcc, a list", { described: { mcc: null }, card: { allowedMccs: ["5814"] } }, '57 {"rule":"mcc"}'],
  ["channel on the list", { card: { allowedChannels: ["CHANeCommerce0001"] } }, "00"],
  ["channel not on it", { card: { allowedChannels: ["CHANpointOfSale01"] } }, '57 {"rule":"channel"}'],
  ["no channel, no list", { described: { channel: null } }, "00"],
  [
    "no channel, a list",
    { described: { channel: null }, card: { allowedChannels: ["CHANeCommerce0001"] } },
    '57 {"rule":"channel"}',
  ],
  ["mode on the list", { card: { allowedModes: ["01", "02"] } }, "00"],
  ["mode not on it", { card: { allowedModes: ["01"] } }, '57 {"rule":"mode"}'],
  ["no mode, no list", { described: { mode: null } }, "00"],
  ["no mode, a list", { described: { mode: null }, card: { allowedModes: ["02"] } }, '57 {"rule":"mode"}'],
  ["at the transaction limit", { card: { perTransactionLimitMinor: 10_00n } }, "00"],
  ["over the transaction limit", { card: { perTransactionLimitMinor: 9_99n } }, '61 {"limit":"transaction"}'],
  ["at the daily amount", { card: { dailyAmountLimitMinor: 30_00n, usageAmountMinor: 20_00n } }, "00"],
  [
    "over the daily amount",
    { card: { dailyAmountLimitMinor: 30_00n, usageAmountMinor: 20_01n } },
    '61 {"limit":"daily-amount"}',
  ],
  ["the last of the day", { card: { dailyCountLimit: 3, usageCount: 2 } }, "00"],
  ["one too many", { card: { dailyCountLimit: 3, usageCount: 3 } }, '65 {"limit":"daily-count"}'],
  ["all that is there", { availableMinor: 10_00n }, "00"],
  ["a cent short", { availableMinor: 9_99n }, "51 {}"],
  ["overdrawn", { availableMinor: -1n }, "51 {}"],
  ["a limit of zero", { card: { perTransactionLimitMinor: 0n } }, '61 {"limit":"transaction"}'],
  ["a count of zero", { card: { dailyCountLimit: 0 } }, '65 {"limit":"daily-count"}'],
  ["a score under the limit", { risk: { score: 84, trace: [] } }, "00"],
  ["a score at the limit", { risk: { score: 85, trace: [] } }, "05 {}"],
];

test("each rule declines with its code and a hint that reveals no balance and no limit", () => {
  for (const [what, given, code] of CASES) assert.equal(codeOf(given), code, what);
});

/** Broken rules in the order of design 6; each hides the ones after it. */
const ORDER: readonly [code: string, Given][] = [
  ["14", { card: { cardStatus: "closed" } }],
  ["03", { merchant: SUSPENDED_MERCHANT }],
  ["54", { card: { expiresOn: NOW } }],
  ["62", { card: { cardStatus: "frozen" } }],
  ["57", { currency: "EUR" }],
  ["61", { card: { perTransactionLimitMinor: 1n } }],
  ["65", { card: { dailyCountLimit: 0 } }],
  ["51", { availableMinor: 0n }],
];

test("the first broken rule in the order 14, 03, 54, 62, 57, 61, 65, 51 decides", () => {
  for (const [i, [code]] of ORDER.entries()) {
    const broken = ORDER.slice(i).map(([, given]) => given);
    // If two set the same field, the earlier rule's value wins.
    const all = Object.assign({}, ...broken.toReversed());
    const card = Object.assign({}, ...broken.toReversed().map((given) => given.card));
    assert.equal(codeOf({ ...all, card }).slice(0, 2), code);
  }
});

test("an increment counts its whole family against the transaction limit and only itself against the day", () => {
  const increment: Given = { isNewTransaction: false, amountMinor: 10_00n, transactionMinor: 60_00n };
  assert.equal(codeOf({ ...increment, card: { perTransactionLimitMinor: 60_00n } }), "00");
  assert.equal(codeOf({ ...increment, card: { perTransactionLimitMinor: 59_99n } }), '61 {"limit":"transaction"}');
  assert.equal(codeOf({ ...increment, card: { dailyAmountLimitMinor: 60_00n, usageAmountMinor: 50_00n } }), "00");
  assert.equal(
    codeOf({ ...increment, card: { dailyAmountLimitMinor: 59_99n, usageAmountMinor: 50_00n } }),
    '61 {"limit":"daily-amount"}',
  );
  assert.equal(codeOf({ ...increment, card: { dailyCountLimit: 1, usageCount: 1 } }), "00");
  assert.equal(codeOf({ ...increment, availableMinor: 10_00n }), "00");
});

test("the trace names every rule up to the deciding one, with what it saw", () => {
  const declined = decide(facts({ card: { perTransactionLimitMinor: 9_99n } }));
  const last = declined.trace.at(-1);
  assert.deepEqual(last, {
    id: "transaction-limit",
    code: "61",
    passed: false,
    saw: { transactionMinor: "1000", limitMinor: "999" },
  });
  assert.deepEqual(
    declined.trace.map(({ code, passed }) => `${code} ${passed}`),
    ["14 true", "03 true", "54 true", "62 true", "57 true", "57 true", "57 true", "57 true", "61 false"],
  );
  const approved = decide(facts());
  assert.deepEqual(
    approved.trace.map(({ code }) => code),
    ["14", "03", "54", "62", "57", "57", "57", "57", "61", "61", "65", "51", "05"],
  );
  assert.ok(approved.trace.every(({ passed }) => passed));
  assert.doesNotThrow(() => JSON.stringify(approved.trace), "no bigint is left in it");
});

test("the trace keeps what each rule saw", () => {
  const card = {
    perTransactionLimitMinor: 60_00n,
    dailyAmountLimitMinor: 90_00n,
    dailyCountLimit: 3,
    allowedMccs: ["5814"],
    allowedChannels: ["CHANeCommerce0001"],
    allowedModes: ["02"],
    usageAmountMinor: 40_00n,
    usageCount: 2,
  };
  const { trace } = decide(facts({ transactionMinor: 50_00n, risk: { score: 10, trace: [] }, card }));
  assert.deepEqual(Object.fromEntries(trace.map(({ id, saw }) => [id, saw])), {
    "card-open": { status: "active" },
    "merchant-active": { status: "active" },
    "card-in-date": { expiresOn: "2026-03-03T00:00:00.000Z", now: NOW.toISOString() },
    "card-not-frozen": { status: "active" },
    "account-currency": { currency: "USD", accountCurrency: "USD" },
    "merchant-category": { mcc: "5814", allowed: ["5814"] },
    channel: { channel: "CHANeCommerce0001", allowed: ["CHANeCommerce0001"] },
    "entry-mode": { mode: "02", allowed: ["02"] },
    "transaction-limit": { transactionMinor: "5000", limitMinor: "6000" },
    "daily-amount": { amountMinor: "1000", usedMinor: "4000", limitMinor: "9000" },
    "daily-count": { isNewTransaction: true, used: 2, limit: 3 },
    funds: { amountMinor: "1000", availableMinor: "10000" },
    risk: { score: 10 },
  });
  assert.deepEqual(decide(facts()).trace.at(-1)?.saw, { score: null });
});

test("a test card is looked at before everything else, and its trace says what it always answers", () => {
  assert.deepEqual(decide(facts({ card: { alwaysDeclinesWith: "05", cardStatus: "closed" } })).trace, [
    { id: "test-card", code: "05", passed: false, saw: { alwaysDeclinesWith: "05" } },
  ]);
});

test("only a 51 for want of funds lacks funds", () => {
  assert.equal(lacksFunds(decide(facts({ availableMinor: 0n }))), true);
  assert.equal(lacksFunds(decide(facts({ card: { cardStatus: "closed" } }))), false);
  assert.equal(lacksFunds(decide(facts())), false);
  assert.equal(lacksFunds(decide(facts({ card: { alwaysDeclinesWith: "51" } }))), false);
});
