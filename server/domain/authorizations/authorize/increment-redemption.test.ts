import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { authorizeTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { chargeOutcome, createTestAgreement } from "@/server/testing/factories/agreements";
import { assertFigures, capture, increment, read, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, suspendTestMerchant } from "@/server/testing/factories/merchants";
import {
  createTestCode,
  createTestMemberCode,
  outcomeOf,
  readCode,
  redeem,
  storedCode,
  type TestCode,
} from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { sellOn } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const MINUTE_MS = 60_000;

async function held(tenant: TestTenant, code: TestCode, amount: number): Promise<string> {
  const { status, body } = await redeem(tenant, code, { amount });
  assert.equal(status, 201);
  return body.recordId ?? "";
}

async function declineOfMore(tenant: TestTenant, id: string, amount: number) {
  const options = { params: { id }, body: { amount } };
  const { status, body } = await call(tenant, contracts.incrementAuthorization, options);
  assert.equal(status, 200);
  assert.ok(body.status === "declined");
  return body;
}

test("a redemption grows up to the code's maximum, to the cent; what would be more is declined with 61", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { maxAmount: 50 });
  const id = await held(tenant, code, 30);
  const child = await increment(tenant, id, 15);
  assert.equal(child.parentAuthorization, id);
  const over = await declineOfMore(tenant, id, 5.01);
  assert.deepEqual([over.reasonCode, over.amount, over.details], ["61", 5.01, { limit: "code" }]);
  await assertFigures(tenant, id, ["Authorization Approved", 45, 0, 0]);
  await assertFigures(tenant, over.recordId ?? "", ["Authorization Declined", 5.01, 0, 0]);
  await increment(tenant, id, 5);
  assert.equal((await declineOfMore(tenant, id, 0.01)).reasonCode, "61");
  const [parent, record] = [await read(tenant, id), await read(tenant, child.recordId)];
  assert.deepEqual([record.card, record.mode, record.merchant], [parent.card, parent.mode, parent.merchant]);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 50_00n });
  await capture(tenant, id, 42);
  await reverse(tenant, id);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("an increment is no use of the code, approved or not", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { maxAmount: 20 });
  const id = await held(tenant, code, 10);
  const before = await storedCode(code);
  await increment(tenant, id, 5);
  await declineOfMore(tenant, id, 100);
  assert.deepEqual(await storedCode(code), before);
  assert.deepEqual([before.status, before.uses], ["used", 1]);
  const events = (await listStoredEvents(tenant)).map(({ type }) => type);
  assert.deepEqual(events, ["authorization.approved", "authorization.approved", "authorization.declined"]);
});

test("the maximum bounds each redemption of a code by itself", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { maxAmount: 20, singleUse: false });
  const [first, second] = [await held(tenant, code, 15), await held(tenant, code, 15)];
  await increment(tenant, first, 5);
  await increment(tenant, second, 5);
  assert.equal((await declineOfMore(tenant, second, 0.01)).reasonCode, "61");
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 40_00n });
});

test("without a maximum the account's funds bound it, overdue holds released first", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  await held(tenant, await createTestCode(tenant, { card }), 60);
  clock.advance(5 * DAY_MS);
  const id = await held(tenant, await createTestCode(tenant, { card }), 30);
  assert.equal((await declineOfMore(tenant, id, 10.01)).reasonCode, "51");
  clock.advance(2 * DAY_MS);
  assert.equal((await declineOfMore(tenant, id, 70.01)).reasonCode, "51");
  await increment(tenant, id, 70);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 100_00n });
  await assertBooksBalance();
});

test("an expired or since locked code still pays for more of what it paid", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const over = await createTestCode(tenant, { singleUse: false, expiryMinutes: 10 });
  const locked = await createTestCode(tenant, { singleUse: false, lockoutThreshold: 1 });
  const ids = [await held(tenant, over, 10), await held(tenant, locked, 10)];
  assert.equal(await outcomeOf(tenant, { ...locked, pin: locked.wrongPin }), "75");
  clock.advance(10 * MINUTE_MS);
  assert.deepEqual(
    [(await readCode(tenant, over)).status, (await readCode(tenant, locked)).status],
    ["Code Expired", "Code Locked"],
  );
  for (const id of ids) await increment(tenant, id, 5);
});

test("a revoked code keeps its holds and pays for no more", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  const id = await held(tenant, code, 10);
  await call(tenant, revokePaymentCode, { params: { code: code.code } });
  assert.equal((await declineOfMore(tenant, id, 1)).reasonCode, "62");
  await assertFigures(tenant, id, ["Authorization Approved", 10, 0, 0]);
  await capture(tenant, id);
  await assertBooksBalance();
});

test("a suspended merchant's redemption does not grow", async () => {
  const tenant = await createTestTenant();
  const id = await held(tenant, await createTestCode(tenant), 10);
  await suspendTestMerchant({ id: tenant.merchantId });
  assert.equal((await declineOfMore(tenant, id, 1)).reasonCode, "03");
});

test("a member's own code, paid at another tenant's merchant, grows the same way", async () => {
  const [issuer, acquirer] = [await createTestTenant(), await createTestTenant()];
  const merchant = await createTestMerchant(acquirer);
  const { code, card } = await createTestMemberCode(issuer, { maxAmount: 12 });
  const { body } = await call(merchant, authorizeTransaction, {
    body: { amount: 10, paymentMethod: { type: "paymentCode", paymentCode: code } },
  });
  const id = body.authorizationId ?? "";
  await increment(acquirer, id, 2);
  assert.equal((await declineOfMore(acquirer, id, 0.01)).reasonCode, "61");
  await expectError(
    issuer,
    contracts.incrementAuthorization,
    { params: { id }, body: { amount: 1 } },
    { status: 404, code: "authorization_not_found" },
  );
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 12_00n });
});

test("an immediate capture has no hold to add to, no matter who paid", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const code = await createTestCode(tenant);
  assert.equal(await sellOn(merchant, code), "approved");
  const agreement = await createTestAgreement(merchant);
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
  const { authorization } = getPrisma();
  const sales = [
    await authorization.findFirstOrThrow({ where: { paymentCodeId: code.recordId } }),
    await authorization.findFirstOrThrow({ where: { agreementId: agreement.id } }),
  ];
  for (const { id } of sales) {
    const { error } = await expectError(
      tenant,
      contracts.incrementAuthorization,
      { params: { id }, body: { amount: 1 } },
      { status: 409, code: "authorization_not_incrementable" },
    );
    const { status, allowed } = error.details;
    assert.deepEqual([status, allowed], ["Authorization Captured", ["Authorization Approved"]]);
  }
});
