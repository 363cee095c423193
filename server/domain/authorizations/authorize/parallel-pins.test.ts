import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import {
  createTestCode,
  outcomeOf,
  readCode,
  redeemAtOnce,
  storedCode,
} from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

const SINGLE = { singleUse: false } as const;

test("50 wrong PINs at once on a threshold of 5: exactly 5 are tries, and the code is locked", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const wrong = { ...code, pin: code.wrongPin };
  assert.deepEqual(await redeemAtOnce(Array.from({ length: 50 }, () => [tenant, wrong])), { "55": 4, "75": 46 });
  const { status, failedTries, pinHash } = await storedCode(code);
  assert.deepEqual({ status, failedTries, pinHash }, { status: "locked", failedTries: 5, pinHash: null });
  assert.equal(await outcomeOf(tenant, code), "75");
  assert.equal((await storedCode(code)).failedTries, 5);
  const shown = await readCode(tenant, code);
  assert.deepEqual([shown.status, shown.triesLeft, shown.uses], ["Code Locked", 0, 0]);
  assert.equal(await getPrisma().authorization.count({ where: { paymentCodeId: code.recordId } }), 51);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("the right PIN among wrong ones: it passes or the code is locked, never both, and uses match holds", async () => {
  const tenant = await createTestTenant();
  for (let round = 0; round < 8; round += 1) {
    const code = await createTestCode(tenant, { ...SINGLE, lockoutThreshold: 3 });
    const wrong = { ...code, pin: code.wrongPin };
    const requests = Array.from({ length: 24 }, (_, i) => [tenant, i % 6 === round % 6 ? code : wrong] as const);
    const counts = await redeemAtOnce(requests);
    const { status, uses, failedTries, pinHash } = await storedCode(code);
    assert.equal(uses, counts.approved ?? 0);
    assert.equal(status === "locked", failedTries === 3);
    assert.equal(pinHash === null, status === "locked");
    assert.equal(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      24,
    );
    await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: BigInt(uses) * 10_00n });
    if (status === "locked") assert.equal(await outcomeOf(tenant, code), "75");
  }
  await assertBooksBalance();
});

test("a right PIN decided before the last wrong one and written after it is declined with 75", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const lock = `UPDATE payment_codes SET status = 'locked', failed_tries = 5, pin_hash = NULL WHERE id = $1`;
  const change = { text: lock, values: [code.recordId] };
  assert.equal(await whileUncommitted(change, () => outcomeOf(tenant, code)), "75");
  assert.equal((await storedCode(code)).uses, 0);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("a wrong PIN decided on the fourth try and written on the fifth locks", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  for (let i = 0; i < 3; i += 1) assert.equal(await outcomeOf(tenant, { ...code, pin: code.wrongPin }), "55");
  const text = "UPDATE payment_codes SET failed_tries = failed_tries + 1 WHERE id = $1";
  const change = { text, values: [code.recordId] };
  assert.equal(await whileUncommitted(change, () => outcomeOf(tenant, { ...code, pin: code.wrongPin })), "75");
  assert.equal((await readCode(tenant, code)).status, "Code Locked");
});

test("a right PIN forgives the wrong ones before it, also when something else declines", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { ...SINGLE, lockoutThreshold: 3, maxAmount: 20 });
  const wrong = { ...code, pin: code.wrongPin };
  for (const [right, amount, outcome] of [
    [false, 10, "55"],
    [false, 10, "55"],
    [true, 10, "approved"],
    [false, 10, "55"],
    [false, 10, "55"],
    [true, 21, "61"],
    [false, 10, "55"],
    [false, 10, "55"],
    [false, 10, "75"],
  ] as const) {
    assert.equal(await outcomeOf(tenant, right ? code : wrong, { amount }), outcome);
  }
  const { status, triesLeft } = await readCode(tenant, code);
  assert.deepEqual({ status, triesLeft }, { status: "Code Locked", triesLeft: 0 });
});

test("a decline before the PIN is looked at is no try", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const code = await createTestCode(tenant, { merchant: tenant.merchantId });
  const wrong = { ...code, pin: code.wrongPin };
  for (let i = 0; i < 6; i += 1) assert.equal(await outcomeOf(other, wrong), "62");
  assert.equal((await readCode(tenant, code)).triesLeft, 5);
  assert.equal(await outcomeOf(tenant, code), "approved");
});
