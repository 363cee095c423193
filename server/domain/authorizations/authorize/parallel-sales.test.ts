import assert from "node:assert/strict";
import { test } from "node:test";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { countOutcomes, sellOn } from "@/server/testing/factories/transactions";
import { createTestSubscription, listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

const EVENTS = ["authorization.approved", "authorization.captured", "authorization.declined"] as const;

async function sell(merchant: TestMerchant, card: TestCard, amount: number, idempotencyKey?: string): Promise<string> {
  const { body } = await call(merchant, sellTransaction, {
    body: { amount, paymentMethod: card.panToken },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  assert.equal(body.approved, body.receipt !== null);
  return body.reasonCode ?? "approved";
}

test("200 sales of 10.00 at once on 1,000.00: exactly 100 are approved and captured, each with its events", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const subscription = await createTestSubscription(tenant, { events: EVENTS });
  const sales = Array.from({ length: 200 }, () => sell(merchant, card, 10));
  assert.deepEqual(await countOutcomes(sales), { approved: 100, "51": 100 });
  await assertBalance(card.accountId, { postedMinor: 0n, heldMinor: 0n });
  const captures = await getPrisma().capture.findMany({ where: { merchantId: merchant.id } });
  assert.equal(captures.length, 100);
  assert.ok(captures.every(({ id, transactionId, amountMinor }) => id === transactionId && amountMinor === 10_00n));
  const approved = await getPrisma().authorization.findMany({
    where: { merchantId: merchant.id, outcome: "approved" },
  });
  assert.deepEqual(captures.map((row) => row.authorizationId).sort(), approved.map(({ id }) => id).sort());
  const events = await listStoredEvents(tenant);
  const causes = events.map(({ type, facts, receivers }) => `${type} ${facts.recordId} ${receivers.join()}`);
  assert.equal(new Set(causes).size, 300, "none is written twice");
  assert.ok(causes.every((cause) => cause.endsWith(` ${subscription}`)));
  assert.deepEqual(
    EVENTS.map((name) => events.filter(({ type }) => type === name).length),
    [100, 100, 100],
  );
  assert.equal(await countRows("webhook_deliveries"), 300);
  await assertBooksBalance();
});

test("funds gone between decision and writing: nothing is held, captured, or reported as approved", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 1n, creditLimitMinor: 100_00n });
  const change = { text: "UPDATE accounts SET credit_limit_minor = 0 WHERE id = $1", values: [card.accountId] };
  assert.equal(await whileUncommitted(change, () => sell(merchant, card, 50)), "51");
  await assertBalance(card.accountId, { postedMinor: 1n, heldMinor: 0n });
  assert.equal(await getPrisma().capture.count({ where: { merchantId: merchant.id } }), 0);
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ type }) => type),
    ["authorization.declined"],
  );
  await assertBooksBalance();
});

test("50 sales with one Idempotency-Key at once are one", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const sales = Array.from({ length: 50 }, () => sell(merchant, card, 10, "order-1"));
  assert.deepEqual(await countOutcomes(sales), { approved: 50 });
  await assertBalance(card.accountId, { postedMinor: 990_00n, heldMinor: 0n });
  assert.equal(await getPrisma().capture.count({ where: { merchantId: merchant.id } }), 1);
  await assertBooksBalance();
});

test("50 sales at once on a member's code for one use, at two tenants' merchants: exactly one is approved", async () => {
  const tenant = await createTestTenant();
  const merchants = [await createTestMerchant(tenant), await createTestMerchant(await createTestTenant())] as const;
  const code = await createTestMemberCode(tenant);
  const sales = Array.from({ length: 25 }, () => merchants.map((merchant) => sellOn(merchant, code))).flat();
  assert.deepEqual(await countOutcomes(sales), { approved: 1, "65": 49 });
  const { status, uses } = await storedCode(code);
  assert.deepEqual({ status, uses }, { status: "used", uses: 1 });
  await assertBalance(code.card.accountId, { postedMinor: 990_00n, heldMinor: 0n });
  await assertBooksBalance();
});
