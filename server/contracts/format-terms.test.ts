import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgreementTerms } from "./agreement-terms";
import { formatTerms } from "./format-terms";

const NOTHING: AgreementTerms = {
  currency: "USD",
  amount: null,
  cap: null,
  interval: null,
  endsOn: null,
  chargeLimit: null,
};
const END = { endsOn: "2027-12-31" } as const;
const MONTHLY = { interval: "monthly" } as const;

const COMBINATIONS: readonly (readonly [given: Partial<AgreementTerms>, sentence: string])[] = [
  [{}, "Any amount, as often as the merchant asks, no end date"],
  [END, "Any amount, as often as the merchant asks, until December 31, 2027"],
  [MONTHLY, "Any amount, at most once a month, no end date"],
  [{ ...MONTHLY, ...END }, "Any amount, at most once a month, until December 31, 2027"],
  [{ cap: 10 }, "Up to $10.00 a charge, as often as the merchant asks, no end date"],
  [{ cap: 10, ...END }, "Up to $10.00 a charge, as often as the merchant asks, until December 31, 2027"],
  [{ cap: 10, ...MONTHLY }, "Up to $10.00 a charge, at most once a month, no end date"],
  [{ cap: 10, ...MONTHLY, ...END }, "Up to $10.00 a charge, at most once a month, until December 31, 2027"],
  [{ amount: 7.2 }, "$7.20 each time, up to $7.20 a charge, as often as the merchant asks, no end date"],
  [
    { amount: 7.2, ...END },
    "$7.20 each time, up to $7.20 a charge, as often as the merchant asks, until December 31, 2027",
  ],
  [{ amount: 7.2, ...MONTHLY }, "$7.20 every month, up to $7.20 a charge, no end date"],
  [{ amount: 7.2, ...MONTHLY, ...END }, "$7.20 every month, up to $7.20 a charge, until December 31, 2027"],
  [{ amount: 7.2, cap: 10 }, "$7.20 each time, up to $10.00 a charge, as often as the merchant asks, no end date"],
  [
    { amount: 7.2, cap: 10, ...END },
    "$7.20 each time, up to $10.00 a charge, as often as the merchant asks, until December 31, 2027",
  ],
  [{ amount: 7.2, cap: 10, ...MONTHLY }, "$7.20 every month, up to $10.00 a charge, no end date"],
  [{ amount: 7.2, cap: 10, ...MONTHLY, ...END }, "$7.20 every month, up to $10.00 a charge, until December 31, 2027"],
];

const OTHERS: readonly (readonly [given: Partial<AgreementTerms>, sentence: string])[] = [
  [{ amount: 10, cap: 10, ...MONTHLY }, "$10.00 every month, up to $10.00 a charge, no end date"],
  [{ amount: 10, cap: 500, ...MONTHLY }, "$10.00 every month, up to $500.00 a charge, no end date"],
  // No charge can reach the usual amount, so it isn't mentioned.
  [{ amount: 10, cap: 9.99, ...MONTHLY }, "Up to $9.99 a charge, at most once a month, no end date"],
  [{ amount: 5, interval: "daily" }, "$5.00 every day, up to $5.00 a charge, no end date"],
  [{ amount: 5, interval: "weekly" }, "$5.00 every week, up to $5.00 a charge, no end date"],
  [{ cap: 5, interval: "daily" }, "Up to $5.00 a charge, at most once a day, no end date"],
  [{ cap: 5, interval: "weekly" }, "Up to $5.00 a charge, at most once a week, no end date"],
  [{ cap: 5, chargeLimit: 1 }, "Up to $5.00 a charge, as often as the merchant asks, one charge only, no end date"],
  [
    { cap: 5, chargeLimit: 12, ...MONTHLY, ...END },
    "Up to $5.00 a charge, at most once a month, no more than 12 charges, until December 31, 2027",
  ],
  [{ currency: "JPY", amount: 700, cap: 1200, ...MONTHLY }, "¥700 every month, up to ¥1,200 a charge, no end date"],
  [
    { currency: "KWD", amount: 7.25, cap: 10.125, ...MONTHLY },
    "KWD 7.250 every month, up to KWD 10.125 a charge, no end date",
  ],
];

for (const [given, sentence] of [...COMBINATIONS, ...OTHERS]) {
  test(sentence, () => {
    assert.equal(formatTerms({ ...NOTHING, ...given }, "en-US").replaceAll("\u00a0", " "), sentence);
  });
}

for (const [given, sentence] of [
  [{}, "Up to a limit you set, as often as you allow, no end date"],
  [MONTHLY, "Up to a limit you set, at most once a month, no end date"],
  [{ cap: 10 }, "Up to $10.00 a charge, as often as you allow, no end date"],
  [{ amount: 7.2 }, "$7.20 each time, up to $7.20 a charge, as often as you allow, no end date"],
  [{ amount: 7.2, cap: 10, ...MONTHLY }, "$7.20 every month, up to $10.00 a charge, no end date"],
] as const) {
  test(`asked of the reader: ${sentence}`, () => {
    assert.equal(formatTerms({ ...NOTHING, ...given }, "en-US", "you"), sentence);
  });
}

test("asked of someone else, it is the member who sets what the merchant left open", () => {
  assert.equal(
    formatTerms(NOTHING, "en-US", "the member"),
    "Up to a limit the member sets, as often as the member allows, no end date",
  );
});

test("amounts and the day are written as the reader's locale does, the day in UTC", () => {
  const terms = { ...NOTHING, amount: 7.2, cap: 10, ...MONTHLY, endsOn: "2027-01-01" };
  assert.equal(formatTerms(terms, "en-GB"), "US$7.20 every month, up to US$10.00 a charge, until 1 January 2027");
});
