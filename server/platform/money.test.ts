import assert from "node:assert/strict";
import { test } from "node:test";
import { AmountInput } from "@/server/contracts/fields";
import { type Currency, formatAmount, isCurrency, parseCurrency, readAmount, toMinor } from "./money";

const CONTRACT: readonly [value: unknown, isAccepted: boolean][] = [
  [0.01, true],
  [0.0001, true],
  [1, true],
  [0.1 + 0.2, true],
  [9_999_999_999.99, true],
  [9_999_999_999.990002, false],
  [10_000_000_000, false],
  [1e21, false],
  [Number.MAX_VALUE, false],
  [Number.POSITIVE_INFINITY, false],
  [Number.NaN, false],
  [0.00009999, false],
  [5e-324, false],
  [0, false],
  [-0, false],
  [-0.01, false],
  [-1, false],
  ["1.00", false],
  ["", false],
  [null, false],
  [undefined, false],
  [true, false],
  [[1], false],
  [{ amount: 1 }, false],
];

test("numbers are accepted from any currency's smallest unit to 9,999,999,999.99 and nothing else", () => {
  for (const [value, isAccepted] of CONTRACT) {
    assert.equal(AmountInput.safeParse(value).success, isAccepted, `${typeof value} ${String(value)}`);
  }
});

const TO_MINOR: readonly [value: number, currency: Currency, minor: bigint | null][] = [
  [0.01, "USD", 1n],
  [0.1, "USD", 10n],
  [1, "USD", 100n],
  [1.1, "USD", 110n],
  [19.99, "USD", 1999n],
  [0.29, "USD", 29n],
  [0.57, "USD", 57n],
  [1.15, "USD", 115n],
  [4.35, "USD", 435n],
  [8.2, "USD", 820n],
  [1_234_567.89, "USD", 123_456_789n],
  [9_999_999_999.99, "USD", 999_999_999_999n],
  [0.1 + 0.2, "USD", null],
  [1.005, "USD", null],
  [1.001, "USD", null],
  [0.015, "EUR", null],
  [1, "JPY", 1n],
  [9_999_999_999, "JPY", 9_999_999_999n],
  [0.01, "JPY", null],
  [1.5, "JPY", null],
  [9_999_999_999.99, "JPY", null],
  [0.01, "KWD", 10n],
  [1.005, "KWD", 1_005n],
  [1.5, "KWD", 1_500n],
  [1.0005, "KWD", null],
  [9_999_999_999.99, "KWD", 9_999_999_999_990n],
  [0, "USD", null],
];

test("an amount becomes minor units exactly, or nothing when it has too many decimals", () => {
  for (const [value, currency, minor] of TO_MINOR) {
    assert.equal(toMinor(readAmount(value), currency), minor, `${value} ${currency}`);
  }
});

test("an amount beyond the contract never becomes minor units", () => {
  for (const value of [1e21, 1e-7, -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => readAmount(value), TypeError, String(value));
  }
});

const FORMATTED: readonly [minor: bigint, currency: Currency, value: number][] = [
  [0n, "USD", 0],
  [1n, "USD", 0.01],
  [10n, "USD", 0.1],
  [99n, "USD", 0.99],
  [100n, "USD", 1],
  [123_456_789n, "USD", 1_234_567.89],
  [999_999_999_999n, "USD", 9_999_999_999.99],
  [-1n, "USD", -0.01],
  [-99n, "USD", -0.99],
  [-12_345n, "USD", -123.45],
  [0n, "JPY", 0],
  [7n, "JPY", 7],
  [-7n, "JPY", -7],
  [1n, "KWD", 0.001],
  [1_005n, "KWD", 1.005],
  [-1_005n, "KWD", -1.005],
  [9_999_999_999_990n, "KWD", 9_999_999_999.99],
];

test("minor units leave as the number nearest to them", () => {
  for (const [minor, currency, value] of FORMATTED) {
    assert.equal(formatAmount(minor, currency), value, `${minor} ${currency}`);
  }
});

test("nothing is lost from cents to number and back", () => {
  const step = 7_919n;
  for (const start of [1n, 100_000n, 99_999_900_000n, 999_999_000_000n]) {
    for (let minor = start; minor < start + 100n * step && minor <= 999_999_999_999n; minor += step) {
      assert.equal(toMinor(readAmount(formatAmount(minor, "USD")), "USD"), minor);
    }
  }
});

test("a currency is an upper-case ISO code of the network", () => {
  for (const code of ["USD", "JPY", "KWD"]) assert.equal(parseCurrency(code), code);
  for (const code of ["usd", "XXX", "", "US", "toString", "__proto__"]) {
    assert.equal(isCurrency(code), false, code);
    assert.throws(() => parseCurrency(code), TypeError);
  }
});
