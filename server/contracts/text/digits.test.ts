import assert from "node:assert/strict";
import { test } from "node:test";
import { normalizeCrockford } from "../crockford";
import { foldDigits, foldNumber } from "./digits";

test("the digits of every numbering system fold to ASCII", () => {
  const systems = Intl.supportedValuesOf("numberingSystem");
  const written = systems.map((numberingSystem) =>
    new Intl.NumberFormat("en", { numberingSystem, useGrouping: false }).format(1_234_567_890),
  );
  const decimal = written.filter((text) => /^\p{Nd}+$/u.test(text));
  assert.ok(decimal.length > 60);
  assert.deepEqual(new Set(decimal.map(foldDigits)), new Set(["1234567890"]));
});

test("amounts and codes are read in digits of any script", () => {
  assert.equal(foldNumber(" ١٢٫٥٠ "), "12.50");
  assert.equal(foldNumber("१२.५०"), "12.50");
  assert.equal(foldNumber("１２．５０"), "12.50");
  assert.equal(normalizeCrockford("۱۲۳۴-abcd"), "1234ABCD");
});
