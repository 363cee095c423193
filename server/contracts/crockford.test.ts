import assert from "node:assert/strict";
import { test } from "node:test";
import { CROCKFORD, isCrockford, normalizeCrockford } from "./crockford";
import { CreatePaymentCodeBody, PathCode, RedeemPaymentCodeBody } from "./rest/payment-code-schemas";

const NORMALIZED: readonly (readonly [typed: string, meant: string])[] = [
  ["7KQ2M9XW4T", "7KQ2M9XW4T"],
  ["7kq2m9xw4t", "7KQ2M9XW4T"],
  ["7KQ2M-9XW4T", "7KQ2M9XW4T"],
  [" 7KQ2M 9XW4T\t", "7KQ2M9XW4T"],
  ["7-k-q-2-m-9-x-w-4-t", "7KQ2M9XW4T"],
  ["ilILoO", "111100"],
  ["7KQ2M\u20109XW4T", "7KQ2M9XW4T"],
  ["7KQ2M\u2013\u2014\u22129XW4T", "7KQ2M9XW4T"],
  ["7KQ2M\u02d7\u2043\u30fc\ufe63\u28009XW4T", "7KQ2M9XW4T"],
  ["7KQ2M_9XW4T", "7KQ2M_9XW4T"],
  ["\u200b7KQ2M\u00ad9XW4T\ufeff", "7KQ2M9XW4T"],
  ["7KQ2M\u2060\u200e9XW4T\ufe0f", "7KQ2M9XW4T"],
  ["\uff17\uff2b\uff31\uff12\uff2d\uff0d\uff19\uff38\uff37\uff14\uff34", "7KQ2M9XW4T"],
  ["", ""],
  ["U", "U"],
];

for (const [typed, meant] of NORMALIZED) {
  test(`${JSON.stringify(typed)} is meant as ${JSON.stringify(meant)}`, () => {
    assert.equal(normalizeCrockford(typed), meant);
    assert.equal(normalizeCrockford(normalizeCrockford(typed)), meant);
  });
}

test("the alphabet is base32 without I, L, O, U, and normalising leaves it alone", () => {
  assert.equal(new Set(CROCKFORD).size, 32);
  assert.doesNotMatch(CROCKFORD, /[ILOU]/);
  assert.equal(normalizeCrockford(CROCKFORD), CROCKFORD);
});

test("a text is Crockford of exactly one length", () => {
  assert.deepEqual(
    ["7KQ2M9XW4T", "7KQ2M9XW4", "7KQ2M9XW4TT", "7KQ2M9XW4U", "7kq2m9xw4t", ""].map((text) => isCrockford(text, 10)),
    [true, false, false, false, false, false],
  );
});

const REDEMPTION = { code: "7KQ2M9XW4T", pin: "4XW9KQ2", amount: 1, merchant: "TESTmerchantCafe1" };

test("code and PIN are normalised before their length counts, in the body and in the path", () => {
  const typed = { ...REDEMPTION, code: "7kq2m-9xw4t", pin: "4xw-9k q2" };
  const { code, pin } = RedeemPaymentCodeBody.parse(typed);
  assert.deepEqual({ code, pin }, { code: "7KQ2M9XW4T", pin: "4XW9KQ2" });
  assert.equal(PathCode.parse({ code: "oil00 oil00" }).code, "0110001100");
});

for (const [field, value] of [
  ["code", "7KQ2M9XW4"],
  ["code", "7KQ2M9XW4TT"],
  ["code", "7KQ2M9XW4U"],
  ["code", `7KQ2M9XW4T${"-".repeat(55)}`],
  ["code", 1234567890],
  ["pin", "4XW9KQ"],
  ["pin", "4XW9KQ22"],
  ["pin", "4XW9KQ!"],
  ["pin", null],
  ["amount", 0],
  ["amount", 10_000_000_000],
  ["merchant", ""],
  ["currency", "usd"],
  ["deviceFingerprint", ""],
  ["metadata", []],
] as const) {
  test(`a redemption with ${field} ${JSON.stringify(value)} is invalid`, () => {
    const result = RedeemPaymentCodeBody.safeParse({ ...REDEMPTION, [field]: value });
    assert.deepEqual(
      result.error?.issues.map(({ path }) => path[0]),
      [field],
    );
  });
}

const INTERVAL = { allowRecurring: true, recurringInterval: "weekly" };

for (const [body, fields] of [
  [{}, []],
  [{ expiryMinutes: 1, lockoutThreshold: 1, maxAmount: 0.01, displayHint: "x".repeat(64) }, []],
  [{ ...INTERVAL, recurringLimit: 12, recurringThru: "2027-02-28", singleUse: false }, []],
  [{ allowRecurring: true }, []],
  [{ singleUse: false }, []],
  [{ allowRecurring: true, singleUse: true }, []],
  [{ recurringInterval: "daily", recurringLimit: 3, recurringThru: "2027-02-28" }, []],
  [{ ...INTERVAL, recurringInterval: "yearly" }, ["recurringInterval"]],
  [{ allowRecurring: true, recurringLimit: 0 }, ["recurringLimit"]],
  [{ allowRecurring: true, recurringThru: "2027-02-29" }, ["recurringThru"]],
  [{ expiryMinutes: 0 }, ["expiryMinutes"]],
  [{ expiryMinutes: 1.5 }, ["expiryMinutes"]],
  [{ lockoutThreshold: 0 }, ["lockoutThreshold"]],
  [{ maxAmount: 0.00009 }, ["maxAmount"]],
  [{ displayHint: "x".repeat(65) }, ["displayHint"]],
  [{ displayHint: "two\nlines" }, ["displayHint"]],
  [{ member: "" }, ["member"]],
] as const) {
  test(`a creation with ${JSON.stringify(body)} is ${fields.length === 0 ? "valid" : `wrong in ${fields}`}`, () => {
    const result = CreatePaymentCodeBody.safeParse({ member: "TESTmemberAlice01", ...body });
    assert.deepEqual(result.error?.issues.map(({ path }) => path[0]) ?? [], fields);
  });
}

test("a code's defaults: ten minutes, five tries, nothing recurring", () => {
  const { expiryMinutes, lockoutThreshold, allowRecurring } = CreatePaymentCodeBody.parse({
    member: "TESTmemberAlice01",
  });
  assert.deepEqual(
    { expiryMinutes, lockoutThreshold, allowRecurring },
    { expiryMinutes: 10, lockoutThreshold: 5, allowRecurring: false },
  );
});
