import assert from "node:assert/strict";
import { test } from "node:test";
import { chargePaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { chargeOn, sellOn } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const INVALID = { status: 400, code: "validation_error" } as const;

async function withMerchants() {
  const tenant = await createTestTenant();
  const [merchant, other] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  return { tenant, merchant, other };
}

const withoutPin = ({ code }: { readonly code: string }) => ({ code });

test("the first charge needs the PIN: a missing one is a 400 that counts no try and binds nothing", async () => {
  const { tenant, merchant } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true, lockoutThreshold: 1 });
  const options = { body: { paymentCode: code.code, amount: 10 } };
  const { error } = await expectError(merchant, chargePaymentCode, options, INVALID);
  assert.deepEqual(
    [error.field, error.details],
    ["pin", { issues: [{ field: "pin", message: "is required with this payment code" }] }],
  );
  const { failedTries, merchantId, boundAt, uses, status } = await storedCode(code);
  assert.deepEqual([failedTries, merchantId, boundAt, uses, status], [0, null, null, 0, "active"]);
  assert.equal(await getPrisma().authorization.count({ where: { merchantId: merchant.id } }), 0);
  assert.equal(await chargeOn(merchant, code), "approved");
});

test("the first charge binds the code to its merchant: later ones need no PIN there, and are 62 elsewhere", async () => {
  const { tenant, merchant, other } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true });
  const { body } = await call(merchant, chargePaymentCode, {
    body: { paymentCode: code.code, pin: code.pin, amount: 10, merchantReference: "month-1" },
  });
  assert.deepEqual([body.approved, body.capturedAmount, body.status], [true, 10, "PendingSettlement"]);
  const row = await getPrisma().authorization.findFirstOrThrow({ where: { paymentCodeId: code.recordId } });
  assert.deepEqual([row.channel, row.mode], ["CHANrecurring0001", "03"]);
  assert.equal((await storedCode(code)).merchantId, merchant.id);
  assert.equal(await chargeOn(merchant, withoutPin(code)), "approved");
  assert.equal(await chargeOn(merchant, code), "approved");
  for (const stranger of [other, await createTestMerchant(await createTestTenant())]) {
    assert.equal(await chargeOn(stranger, withoutPin(code)), "62");
    assert.equal(await chargeOn(stranger, code), "62");
    assert.equal(await chargeOn(stranger, { ...code, pin: code.wrongPin }), "62");
  }
  assert.deepEqual([(await storedCode(code)).failedTries, (await storedCode(code)).uses], [0, 3]);
  await assertBalance(code.card.accountId, { postedMinor: 970_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a code made for one merchant still needs its PIN at the first charge", async () => {
  const { tenant, merchant } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true, merchant: merchant.id });
  const options = { body: { paymentCode: code.code, amount: 10 } };
  await expectError(merchant, chargePaymentCode, options, INVALID);
  assert.equal(await chargeOn(merchant, code), "approved");
  assert.equal(await chargeOn(merchant, withoutPin(code)), "approved");
});

test("a sale before binds nothing: the first charge after it needs the PIN", async () => {
  const { tenant, merchant, other } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true });
  assert.equal(await sellOn(merchant, code), "approved");
  const options = { body: { paymentCode: code.code, amount: 10 } };
  await expectError(merchant, chargePaymentCode, options, INVALID);
  assert.equal(await chargeOn(other, code), "approved");
  assert.equal(await sellOn(merchant, code), "62", "bound to the other one now");
});

test("a declined first charge binds nothing", async () => {
  const { tenant, merchant, other } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true, maxAmount: 20 });
  assert.equal(await chargeOn(merchant, code, { amount: 20.01 }), "61");
  assert.equal((await storedCode(code)).boundAt, null);
  const options = { body: { paymentCode: code.code, amount: 10 } };
  await expectError(merchant, chargePaymentCode, options, INVALID);
  assert.equal(await chargeOn(other, code), "approved");
});

test("wrong PINs count, also after the binding; a charge without one forgives none, a right one all", async () => {
  const { tenant, merchant } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true, lockoutThreshold: 3 });
  const wrong = { ...code, pin: code.wrongPin };
  const tries = async () => (await storedCode(code)).failedTries;
  assert.deepEqual([await chargeOn(merchant, wrong), await tries()], ["55", 1]);
  assert.deepEqual([await chargeOn(merchant, code), await tries()], ["approved", 0]);
  assert.deepEqual([await chargeOn(merchant, wrong), await tries()], ["55", 1]);
  assert.deepEqual([await chargeOn(merchant, wrong), await tries()], ["55", 2]);
  assert.deepEqual([await chargeOn(merchant, withoutPin(code)), await tries()], ["approved", 2]);
  assert.deepEqual([await chargeOn(merchant, wrong), await tries()], ["75", 3]);
  assert.equal(await chargeOn(merchant, withoutPin(code)), "75");
  assert.equal(await chargeOn(merchant, code), "75");
  assert.equal((await storedCode(code)).uses, 2);
  await assertBooksBalance();
});

test("a declined charge without a PIN forgives no tries either", async () => {
  const { tenant, merchant } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true, maxAmount: 20 });
  await chargeOn(merchant, code);
  assert.equal(await chargeOn(merchant, { ...code, pin: code.wrongPin }), "55");
  assert.equal(await chargeOn(merchant, withoutPin(code), { amount: 21 }), "61");
  assert.equal((await storedCode(code)).failedTries, 1);
});

test("a member's code needs no PIN at all, and one that is sent is not looked at", async () => {
  const { tenant, merchant, other } = await withMerchants();
  const code = await createTestMemberCode(tenant, { allowRecurring: true });
  assert.equal(await chargeOn(merchant, code), "approved");
  for (let i = 0; i < 3; i += 1) assert.equal(await chargeOn(merchant, { ...code, pin: "0000000" }), "approved");
  assert.equal(await chargeOn(other, code), "62");
  const { failedTries, uses, status } = await storedCode(code);
  assert.deepEqual([failedTries, uses, status], [0, 4, "active"]);
  await assertBooksBalance();
});

for (const [interval, days] of [
  ["daily", 1],
  // These may be charged a day early.
  ["weekly", 6],
  ["monthly", 30],
] as const) {
  test(`${interval}: too early is 65, and ${days} ${days === 1 ? "day" : "days"} later is right`, async () => {
    const clock = withFakeClock(START);
    const { tenant, merchant } = await withMerchants();
    const code = await createTestMemberCode(tenant, { allowRecurring: true, recurringInterval: interval });
    assert.equal(await chargeOn(merchant, code), "approved");
    assert.equal(await chargeOn(merchant, code), "65");
    // 23:59:59.999 on the day before it falls due.
    clock.advance(days * DAY_MS - 10 * 3_600_000 - 1);
    assert.equal(await chargeOn(merchant, code), "65");
    clock.advance(1);
    assert.equal(await chargeOn(merchant, code), "approved");
    assert.equal(await chargeOn(merchant, code), "65");
    assert.equal((await storedCode(code)).uses, 2);
  });
}

test("the limit of charges: used up is 65", async () => {
  const { tenant, merchant } = await withMerchants();
  for (const code of [
    await createTestMemberCode(tenant, { allowRecurring: true, recurringLimit: 2 }),
    await createTestCode(tenant, { allowRecurring: true, recurringLimit: 2 }),
  ]) {
    assert.deepEqual(
      [
        await chargeOn(merchant, code),
        await chargeOn(merchant, withoutPin(code)),
        await chargeOn(merchant, withoutPin(code)),
      ],
      ["approved", "approved", "65"],
    );
    assert.equal((await storedCode(code)).status, "used");
  }
});

test("the last day is inside, the day after is 65; a code never charged by then is expired", async () => {
  const clock = withFakeClock(START);
  const { tenant, merchant } = await withMerchants();
  const terms = { allowRecurring: true, recurringThru: "2026-03-04", expiryMinutes: 60 * 24 * 30 } as const;
  const [code, unused] = [await createTestMemberCode(tenant, terms), await createTestMemberCode(tenant, terms)];
  assert.equal(await chargeOn(merchant, code), "approved");
  clock.advance(2 * DAY_MS + 14 * 3_600_000 - 1);
  assert.equal(await chargeOn(merchant, code), "approved");
  clock.advance(1);
  assert.equal(await chargeOn(merchant, code), "65");
  assert.equal(await chargeOn(merchant, unused), "54");
  await assertBooksBalance();
});

test("the minutes of the first use no longer count once it is charged", async () => {
  const clock = withFakeClock(START);
  const { tenant, merchant } = await withMerchants();
  const [code, late] = [
    await createTestMemberCode(tenant, { allowRecurring: true, expiryMinutes: 10 }),
    await createTestMemberCode(tenant, { allowRecurring: true, expiryMinutes: 10 }),
  ];
  assert.equal(await chargeOn(merchant, code), "approved");
  clock.advance(100 * DAY_MS);
  assert.equal(await chargeOn(merchant, code), "approved");
  assert.equal(await chargeOn(merchant, late), "54");
});

test("an unfit code is 57, and stays as it was", async () => {
  const { tenant, merchant } = await withMerchants();
  for (const code of [await createTestMemberCode(tenant), await createTestCode(tenant, { singleUse: false })]) {
    assert.equal(await chargeOn(merchant, code), "57");
    const { uses, boundAt, status } = await storedCode(code);
    assert.deepEqual([uses, boundAt, status], [0, null, "active"]);
    assert.equal(await sellOn(merchant, code), "approved");
  }
});

test("a code no one knows is 14, with and without a PIN", async () => {
  const { merchant } = await withMerchants();
  for (const code of [{ code: "ZZZZZ99999" }, { code: "ZZZZZ99999", pin: "0000000" }, { code: "ZZZZ9999" }]) {
    assert.equal(await chargeOn(merchant, code), "14");
  }
});
