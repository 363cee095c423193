import assert from "node:assert/strict";
import { test } from "node:test";
import { redeemPaymentCode } from "@/server/contracts/rest/payment-codes";
import { createMerchant } from "@/server/domain/merchants";
import { expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, readCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-01-31T10:00:00.000Z";
const MINUTE_MS = 60_000;

test("maxAmount bounds each redemption, not their sum", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { maxAmount: 20, singleUse: false });
  assert.equal(await outcomeOf(tenant, code, { amount: 20.01 }), "61");
  assert.equal(await outcomeOf(tenant, code, { amount: 20 }), "approved");
  assert.equal(await outcomeOf(tenant, code, { amount: 20 }), "approved");
});

test("expiryMinutes ends a code at its last millisecond, also one that may be used again", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  for (const singleUse of [true, false]) {
    const code = await createTestCode(tenant, { expiryMinutes: 15, singleUse });
    const unused = await createTestCode(tenant, { expiryMinutes: 15, singleUse });
    clock.advance(15 * MINUTE_MS - 1);
    assert.equal(await outcomeOf(tenant, code), "approved");
    clock.advance(1);
    assert.equal(await outcomeOf(tenant, unused), "54");
    assert.equal((await readCode(tenant, unused)).status, "Code Expired");
    assert.equal(await outcomeOf(tenant, code), singleUse ? "65" : "54");
  }
});

test("a recurring code must be used first within expiryMinutes; after that its terms govern", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const terms = { allowRecurring: true, recurringInterval: "daily", recurringThru: "2026-02-03" } as const;
  const [used, unused] = [await createTestCode(tenant, terms), await createTestCode(tenant, terms)];
  assert.equal(await outcomeOf(tenant, used), "approved");
  clock.advance(DAY_MS);
  assert.equal(await outcomeOf(tenant, unused), "54");
  for (const day of ["2026-02-01", "2026-02-02", "2026-02-03"]) {
    assert.equal(clock.now().toISOString().slice(0, 10), day);
    assert.equal(await outcomeOf(tenant, used), "approved");
    clock.advance(DAY_MS);
  }
  assert.equal(await outcomeOf(tenant, used), "54");
  const { status, uses, usesRemaining } = await readCode(tenant, used);
  assert.deepEqual({ status, uses, usesRemaining }, { status: "Code Expired", uses: 4, usesRemaining: 0 });
});

for (const [recurringInterval, nextUseOn, from] of [
  ["daily", "2026-02-01", "2026-02-01"],
  ["weekly", "2026-02-07", "2026-02-06"],
  ["monthly", "2026-02-28", "2026-02-27"],
] as const) {
  test(`a ${recurringInterval} code is too early up to midnight before ${from}, and due after it`, async () => {
    const clock = withFakeClock(START);
    const tenant = await createTestTenant();
    const code = await createTestCode(tenant, { allowRecurring: true, recurringInterval });
    assert.equal(await outcomeOf(tenant, code), "approved");
    const shown = await readCode(tenant, code);
    assert.deepEqual([shown.nextUseOn, shown.lastUsed, shown.usesRemaining], [nextUseOn, START, null]);
    clock.advance(Date.parse(from) - Date.parse(START) - 1);
    assert.equal(await outcomeOf(tenant, code), "65");
    clock.advance(1);
    assert.equal(await outcomeOf(tenant, code), "approved");
    assert.equal(await outcomeOf(tenant, code), "65");
  });
}

test("recurringLimit counts uses in all; declines use nothing", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { allowRecurring: true, recurringLimit: 2, maxAmount: 50 });
  for (const [amount, outcome, usesRemaining] of [
    [51, "61", 2],
    [10, "approved", 1],
    [51, "61", 1],
    [10, "approved", 0],
    [10, "65", 0],
  ] as const) {
    assert.equal(await outcomeOf(tenant, code, { amount }), outcome);
    assert.equal((await readCode(tenant, code)).usesRemaining, usesRemaining);
  }
  assert.equal((await readCode(tenant, code)).status, "Code Used");
});

test("a code neither recurring nor single-use has no number of uses", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  for (let i = 0; i < 3; i += 1) assert.equal(await outcomeOf(tenant, code), "approved");
  const { status, uses, usesRemaining } = await readCode(tenant, code);
  assert.deepEqual({ status, uses, usesRemaining }, { status: "Code Active", uses: 3, usesRemaining: null });
});

test("a code bound to a merchant works there and at no other of the same tenant", async () => {
  const tenant = await createTestTenant();
  const other = await createMerchant(networkCaller(), { tenantId: tenant.id, name: "Other", mcc: "5814" });
  const code = await createTestCode(tenant, { merchant: other.id });
  assert.equal(await outcomeOf(tenant, code), "62");
  assert.equal(await outcomeOf(tenant, code, { merchant: other.id }), "approved");
});

test("lockoutThreshold is how many wrong PINs in a row it takes", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { lockoutThreshold: 2 });
  const wrong = { ...code, pin: code.wrongPin };
  assert.equal(await outcomeOf(tenant, wrong), "55");
  assert.equal((await readCode(tenant, code)).triesLeft, 1);
  assert.equal(await outcomeOf(tenant, wrong), "75");
  assert.equal(await outcomeOf(tenant, code), "75");
});

test("a redemption without a currency is in the code's own; another one is 57 and both are named", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { currency: "JPY", fundsMinor: 1_000n });
  const code = await createTestCode(tenant, { card, maxAmount: 500 });
  assert.equal((await readCode(tenant, code)).currency, "JPY");
  const { body } = await redeem(tenant, code, { currency: "EUR" });
  assert.deepEqual(
    [body.reasonCode, body.details],
    ["57", { rule: "currency", currency: "EUR", accountCurrency: "JPY" }],
  );
  const half = { body: { code: code.code, pin: code.pin, amount: 0.5, merchant: tenant.merchantId } };
  await expectError(tenant, redeemPaymentCode, half, { status: 400, code: "validation_error" });
  assert.equal((await readCode(tenant, code)).triesLeft, 5, "a malformed amount is no try");
  assert.equal(await outcomeOf(tenant, code, { amount: 501 }), "61");
  assert.equal(await outcomeOf(tenant, code, { amount: 500 }), "approved");
});

test("codes and PINs are read as people write them", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  const typed = (text: string) => text.toLowerCase().replaceAll("1", "l").replaceAll("0", "o").split("").join("-");
  assert.equal(await outcomeOf(tenant, { code: typed(code.code), pin: typed(code.pin) }), "approved");
  assert.equal((await readCode(tenant, { code: ` ${typed(code.code)} ` })).uses, 1);
});

test("recurringThru is the last day also of a first use", async () => {
  const clock = withFakeClock("2026-03-02T23:50:00.000Z");
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, {
    allowRecurring: true,
    recurringThru: "2026-03-02",
    expiryMinutes: 3_000,
  });
  clock.advance(10 * MINUTE_MS);
  assert.equal(await outcomeOf(tenant, code), "54");
  assert.equal((await readCode(tenant, code)).status, "Code Expired");
});
