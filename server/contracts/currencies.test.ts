import assert from "node:assert/strict";
import { test } from "node:test";
import { CURRENCIES, decimalsOf, inCurrency, isCurrency } from "./currencies";

test("the list is the 165 codes of ISO 4217 that have a minor unit, each once", () => {
  assert.equal(CURRENCIES.length, 165);
  assert.equal(new Set(CURRENCIES).size, 165);
  for (const code of CURRENCIES) assert.match(code, /^[A-Z]{3}$/);
});

const DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, "JPY KRW VND CLP ISK PYG RWF UGX XAF XOF XPF UYI"],
  [2, "USD EUR GBP CNY INR BRL HUF TWD IDR COP MGA MRU LAK XCG ZWG SLE VED XAD"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

test("decimals are those of ISO, also where Intl has others", () => {
  for (const [decimals, codes] of DECIMALS) {
    for (const code of codes.split(" ")) assert.deepEqual([isCurrency(code), decimalsOf(code)], [true, decimals], code);
  }
});

test("ended currencies, and ones without a minor unit, are no currency here", () => {
  for (const code of ["ANG", "BGN", "CUC", "HRK", "SLL", "ZWL", "DEM", "XAU", "XAG", "XDR", "XTS", "XXX", "XBA", ""]) {
    assert.equal(isCurrency(code), false, code);
  }
});

test("Intl writes every amount with the currency's own decimals", () => {
  const written = (currency: string) => new Intl.NumberFormat("en", inCurrency(currency)).format(1.5);
  assert.match(written("IQD"), /1\.500$/);
  assert.match(written("CLF"), /1\.5000$/);
  assert.match(written("UGX"), /2$/);
});
