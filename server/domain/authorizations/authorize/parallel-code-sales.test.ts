import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, outcomeOf, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { chargeOn, countOutcomes, sellOn } from "@/server/testing/factories/transactions";

withTestDatabase();

async function withMerchants() {
  const tenant = await createTestTenant();
  return { tenant, merchant: await createTestMerchant(tenant), other: await createTestMerchant(tenant) };
}

function times(count: number, attempt: (i: number) => Promise<string>): Promise<string>[] {
  return Array.from({ length: count }, (_, i) => attempt(i));
}

test("50 sales with a wrong PIN on a threshold of 5: exactly 5 are tries, and the right PIN is too late", async () => {
  const { tenant, merchant } = await withMerchants();
  const code = await createTestCode(tenant);
  const wrong = { ...code, pin: code.wrongPin };
  assert.deepEqual(await countOutcomes(times(50, () => sellOn(merchant, wrong))), { "55": 4, "75": 46 });
  const { status, failedTries, pinHash } = await storedCode(code);
  assert.deepEqual({ status, failedTries, pinHash }, { status: "locked", failedTries: 5, pinHash: null });
  assert.equal(await sellOn(merchant, code), "75");
  assert.equal(await chargeOn(merchant, code), "75");
  assert.equal(await outcomeOf(tenant, code), "75");
  assert.equal((await storedCode(code)).failedTries, 5);
  assert.equal(await getPrisma().capture.count({ where: { merchantId: merchant.id } }), 0);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("the right PIN among wrong ones on both surfaces at once never passes a locked code", async () => {
  const { tenant, merchant, other } = await withMerchants();
  for (let round = 0; round < 8; round += 1) {
    const code = await createTestCode(tenant, { singleUse: false, lockoutThreshold: 3 });
    const wrong = { ...code, pin: code.wrongPin };
    const counts = await countOutcomes(
      times(24, (i) => {
        const pair = i % 6 === round % 6 ? code : wrong;
        if (i % 3 === 0) return outcomeOf(tenant, pair);
        return sellOn(i % 3 === 1 ? merchant : other, pair);
      }),
    );
    const { status, uses, failedTries, pinHash } = await storedCode(code);
    assert.equal(uses, counts.approved ?? 0);
    assert.equal(status === "locked", failedTries === 3);
    assert.equal(pinHash === null, status === "locked");
    if (status === "locked") assert.equal(await sellOn(merchant, code), "75");
    const approved = { paymentCodeId: code.recordId, outcome: "approved" } as const;
    assert.equal(await getPrisma().authorization.count({ where: approved }), uses);
    // Every approval precedes the lock.
    const last = await getPrisma().authorization.findMany({ where: { paymentCodeId: code.recordId } });
    assert.equal(last.length, 24 + (status === "locked" ? 1 : 0));
  }
  await assertBooksBalance();
});

test("50 charges at once on a recurring code with a limit of 3: exactly three, all at one merchant", async () => {
  const { tenant, merchant, other } = await withMerchants();
  const [pinned, plain] = [
    await createTestCode(tenant, { allowRecurring: true, recurringLimit: 3 }),
    await createTestMemberCode(tenant, { allowRecurring: true, recurringLimit: 3 }),
  ];
  for (const code of [pinned, plain]) {
    const charges = times(50, (i) => chargeOn(i % 2 === 0 ? merchant : other, code));
    const counts = await countOutcomes(charges);
    assert.equal(counts.approved, 3, JSON.stringify(counts));
    assert.equal((counts["62"] ?? 0) + (counts["65"] ?? 0), 47);
    const { status, uses, merchantId } = await storedCode(code);
    assert.deepEqual({ status, uses }, { status: "used", uses: 3 });
    const where = { paymentCodeId: code.recordId, outcome: "approved" } as const;
    const approved = await getPrisma().authorization.findMany({ where });
    assert.deepEqual(
      approved.map((row) => row.merchantId),
      [merchantId, merchantId, merchantId],
    );
    await assertBalance(code.card.accountId, { postedMinor: 970_00n, heldMinor: 0n });
  }
  await assertBooksBalance();
});

test("many charges at once on a daily code, day by day: one a day", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, merchant } = await withMerchants();
  const code = await createTestMemberCode(tenant, { allowRecurring: true, recurringInterval: "daily" });
  for (let day = 0; day < 3; day += 1) {
    assert.deepEqual(await countOutcomes(times(20, () => chargeOn(merchant, code))), { approved: 1, "65": 19 });
    clock.advance(DAY_MS);
  }
  assert.equal((await storedCode(code)).uses, 3);
  await assertBooksBalance();
});

test("charges without a PIN among wrong ones at once: the tries still lock at the threshold", async () => {
  const { tenant, merchant } = await withMerchants();
  const code = await createTestCode(tenant, { allowRecurring: true, lockoutThreshold: 3 });
  assert.equal(await chargeOn(merchant, code, { amount: 1 }), "approved");
  const wrong = { ...code, pin: code.wrongPin };
  const counts = await countOutcomes(
    times(30, (i) => chargeOn(merchant, i % 2 === 0 ? wrong : { code: code.code }, { amount: 1 })),
  );
  assert.equal(counts["55"], 2);
  const { status, failedTries, uses } = await storedCode(code);
  assert.deepEqual({ status, failedTries }, { status: "locked", failedTries: 3 });
  assert.equal(uses, 1 + (counts.approved ?? 0));
  await assertBooksBalance();
});
