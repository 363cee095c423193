import assert from "node:assert/strict";
import { test } from "node:test";
import { sellPaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { readTransaction, sellOn } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

async function withMerchant() {
  const tenant = await createTestTenant();
  return { tenant, merchant: await createTestMerchant(tenant) };
}

test("a sale on a member's code as people type it: captured at once, the code used", async () => {
  const { tenant, merchant } = await withMerchant();
  const code = await createTestMemberCode(tenant, { maxAmount: 50 });
  const typed = `${code.code.slice(0, 4)}-${code.code.slice(4)}`.toLowerCase();
  const { status, body } = await call(merchant, sellPaymentCode, {
    body: { paymentCode: typed, amount: 12.5, currency: "USD", merchantReference: "till-1" },
  });
  const { transactionId, authorizationId, recordId, approvalCode, receipt, matchWords, ...rest } = body;
  assert.equal(status, 200);
  assert.deepEqual(rest, {
    approved: true,
    capturedAmount: 12.5,
    riskScore: 10,
    status: "PendingSettlement",
    reasonCode: null,
    reasonMessage: null,
    details: null,
    merchantReference: "till-1",
    metadata: null,
  });
  assert.match(matchWords ?? "", /^[a-z]+ [a-z]+$/);
  assert.ok(transactionId && receipt?.id.startsWith(transactionId));
  const record = await readTransaction(merchant, { merchantReference: "till-1" });
  assert.deepEqual(
    [record.authorizationId, record.recordId, record.approvalCode],
    [authorizationId, recordId, approvalCode],
  );
  await assertBalance(code.card.accountId, { postedMinor: 987_50n, heldMinor: 0n });
  assert.equal(await sellOn(merchant, code), "65");
  assert.deepEqual((await listStoredEvents(tenant)).map(({ type }) => type).sort(), [
    "authorization.approved",
    "authorization.captured",
    "authorization.declined",
  ]);
  await assertBooksBalance();
});

test("a tenant's code needs its PIN: a missing one is a 400 and no try, a wrong one a try", async () => {
  const { tenant, merchant } = await withMerchant();
  const code = await createTestCode(tenant);
  const invalid = { status: 400, code: "validation_error" } as const;
  for (let i = 0; i < 6; i += 1) {
    const options = { body: { paymentCode: code.code, amount: 1 } };
    assert.equal((await expectError(merchant, sellPaymentCode, options, invalid)).error.field, "pin");
  }
  assert.equal((await storedCode(code)).failedTries, 0);
  assert.equal(await sellOn(merchant, { ...code, pin: code.wrongPin }), "55");
  assert.equal((await storedCode(code)).failedTries, 1);
  assert.equal(await sellOn(merchant, code), "approved");
  assert.equal(await getPrisma().authorization.count({ where: { paymentCodeId: code.recordId } }), 2);
  await assertBooksBalance();
});

test("wrong PINs at several merchants and on both surfaces lock one code together", async () => {
  const { tenant, merchant } = await withMerchant();
  const other = await createTestMerchant(await createTestTenant());
  const code = await createTestCode(tenant, { lockoutThreshold: 3 });
  const wrong = { ...code, pin: code.wrongPin };
  assert.deepEqual(
    [
      await sellOn(merchant, wrong),
      await sellOn(other, wrong),
      await sellOn(merchant, wrong),
      await sellOn(other, code),
    ],
    ["55", "55", "75", "75"],
  );
  const { status, failedTries, pinHash } = await storedCode(code);
  assert.deepEqual({ status, failedTries, pinHash }, { status: "locked", failedTries: 3, pinHash: null });
});

test("every reason of a decline, in the code's own terms", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, merchant } = await withMerchant();
  const other = await createTestMerchant(tenant);
  const poor = await createTestCard(tenant, { fundsMinor: 9_99n });
  const revoked = await createTestCode(tenant);
  await call(tenant, revokePaymentCode, { params: { code: revoked.code } });
  const expired = await createTestMemberCode(tenant, { expiryMinutes: 1 });
  clock.advance(60_000);
  assert.equal(await sellOn(merchant, { code: "ZZZZZZZZ" }), "14");
  assert.equal(await sellOn(merchant, expired), "54");
  assert.equal(await sellOn(merchant, revoked), "62");
  assert.equal(await sellOn(merchant, await createTestMemberCode(tenant, { merchant: other.id })), "62");
  assert.equal(await sellOn(merchant, await createTestMemberCode(tenant), { currency: "EUR" }), "57");
  assert.equal(await sellOn(merchant, await createTestMemberCode(tenant, { maxAmount: 9.99 })), "61");
  assert.equal(await sellOn(merchant, await createTestMemberCode(tenant, { card: poor })), "51");
  assert.equal(await getPrisma().capture.count({ where: { merchantId: merchant.id } }), 0);
  await assertBooksBalance();
});

test("a code sells in its own currency by default; an unknown one is declined whatever the decimals", async () => {
  const { tenant, merchant } = await withMerchant();
  const dinar = await createTestCard(tenant, { currency: "KWD", fundsMinor: 5_000n });
  const { code } = await createTestMemberCode(tenant, { card: dinar });
  const other = { body: { paymentCode: code, amount: 1, currency: "USD" } };
  const { reasonCode, details } = (await call(merchant, sellPaymentCode, other)).body;
  assert.deepEqual([reasonCode, details], ["57", { rule: "currency", currency: "USD", accountCurrency: "KWD" }]);
  const { body } = await call(merchant, sellPaymentCode, { body: { paymentCode: code, amount: 1.234 } });
  assert.deepEqual([body.approved, body.capturedAmount, body.details], [true, 1.234, null]);
  // A 400 would reveal, without counting as a miss, that there is no such code.
  for (const amount of [1.23, 1.234, 1.2345]) {
    const unknown = await call(merchant, sellPaymentCode, { body: { paymentCode: "ZZZZZZZZ", amount } });
    assert.deepEqual([unknown.body.reasonCode, unknown.body.details], ["14", {}]);
  }
  await assertBooksBalance();
});

test("a code for one merchant pays there, whichever surface made it", async () => {
  const { tenant, merchant } = await withMerchant();
  for (const code of [
    await createTestMemberCode(tenant, { merchant: merchant.id }),
    await createTestCode(tenant, { merchant: merchant.id }),
  ]) {
    assert.equal(await sellOn(merchant, code), "approved");
  }
  await assertBooksBalance();
});
