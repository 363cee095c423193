import assert from "node:assert/strict";
import { test } from "node:test";
import * as own from "@/server/contracts/rest/webhooks/merchant-webhooks";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, createTestSale } from "@/server/testing/factories/transactions";
import { finishReplay } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const URL = "https://receiver.example.com/own";
const EVENTS = ["authorization.approved", "authorization.captured"] as const;

async function twoMerchants() {
  bindTestSender();
  const tenant = await createTestTenant();
  return { tenant, a: await createTestMerchant(tenant), b: await createTestMerchant(tenant) };
}

const create = async (merchant: TestMerchant) =>
  (await call(merchant, own.createOwnSubscription, { body: { url: URL, events: [...EVENTS] } })).body;

async function merchantsOf(subscriptionId: string): Promise<string[]> {
  const rows = await getPrisma().webhookDelivery.findMany({
    where: { subscriptionId },
    include: { event: { include: { authorization: true } } },
  });
  return [...new Set(rows.map(({ event }) => event.authorization?.merchantId ?? "none"))].sort();
}

test("a merchant creates, reads, changes, and ends its own subscription, and sees what it was sent", async () => {
  const { a } = await twoMerchants();
  const { secret, ...created } = await create(a);
  assert.match(secret ?? "", /^whsec_/);
  assert.equal(created.merchant, a.id);
  const { id } = created;
  assert.deepEqual((await call(a, own.getOwnSubscription, { body: { id } })).body, created);
  assert.deepEqual((await call(a, own.listOwnSubscriptions)).body, { data: [created], hasMore: false });
  const changed = await call(a, own.updateOwnSubscription, { body: { id, description: "Till" } });
  assert.equal(changed.body.description, "Till");
  const next = await call(a, own.makeOwnNextSecret, { body: { id } });
  assert.notEqual(next.body.secret, secret);
  const rotated = await call(a, own.rotateOwnSecret, { body: { id } });
  assert.notEqual(rotated.body.secret, next.body.secret);
  await createTestSale(a);
  const { data } = (await call(a, own.listOwnDeliveries, { body: { id, status: "Webhook Pending" } })).body;
  assert.deepEqual(data.map(({ payload }) => [payload.event, payload.merchant]).sort(), [
    ["authorization.approved", a.id],
    ["authorization.captured", a.id],
  ]);
  assert.deepEqual((await call(a, own.deleteOwnSubscription, { body: { id } })).body, { id, revoked: true });
  const revoked = { status: 409, code: "subscription_revoked" } as const;
  await expectError(a, own.rotateOwnSecret, { body: { id } }, revoked);
});

test("merchant A never gets merchant B's events, a subscription of the tenant gets all", async () => {
  const { tenant, a, b } = await twoMerchants();
  const ofA = (await create(a)).id;
  const ofB = (await create(b)).id;
  const everyone = (await subscribe(tenant)).row.id;
  await createTestSale(a);
  await createTestSale(b);
  await createTestMerchantHold(a);
  const stranger = await createTestMerchant(await createTestTenant());
  await createTestSale(stranger, { card: await createTestCard(tenant) });
  assert.deepEqual(await merchantsOf(ofA), [a.id]);
  assert.deepEqual(await merchantsOf(ofB), [b.id]);
  assert.deepEqual(await merchantsOf(everyone), [a.id, b.id].sort());
});

test("a replay to a merchant's subscription finds its own events alone", async () => {
  const { tenant, a, b } = await twoMerchants();
  await createTestSale(a);
  await createTestSale(b);
  const { id } = await create(a);
  const since = new Date(now().getTime() - 3_600_000).toISOString();
  const { body } = await call(tenant, contracts.replayEvents, { params: { id }, body: { since } });
  assert.equal(body.total, 2);
  await finishReplay(id);
  assert.deepEqual(await merchantsOf(id), [a.id]);
});

test("a merchant manages its own alone: not a colleague's, nor its tenant's; its tenant manages all", async () => {
  const { tenant, a, b } = await twoMerchants();
  const { id } = await create(a);
  const theirs = (await subscribe(tenant)).row.id;
  const missing = { status: 404, code: "subscription_not_found" } as const;
  for (const foreign of [id, theirs]) {
    await expectError(b, own.getOwnSubscription, { body: { id: foreign } }, missing);
    await expectError(b, own.updateOwnSubscription, { body: { id: foreign, status: "paused" } }, missing);
    await expectError(b, own.deleteOwnSubscription, { body: { id: foreign } }, missing);
    await expectError(b, own.rotateOwnSecret, { body: { id: foreign } }, missing);
    await expectError(b, own.makeOwnNextSecret, { body: { id: foreign } }, missing);
    await expectError(b, own.listOwnDeliveries, { body: { id: foreign } }, missing);
  }
  assert.deepEqual((await call(b, own.listOwnSubscriptions)).body.data, []);
  assert.equal((await call(tenant, contracts.getSubscription, { params: { id } })).body.merchant, a.id);
});

test("a tenant subscribes one of its merchants; types that are never about a merchant are refused", async () => {
  const { tenant, a } = await twoMerchants();
  const body = { url: URL, events: ["payout.created" as const], merchant: a.id as string };
  const made = (await call(tenant, contracts.createSubscription, { body })).body;
  assert.equal(made.merchant, a.id);
  assert.deepEqual((await call(a, own.getOwnSubscription, { body: { id: made.id } })).body.id, made.id);
  const other = await createTestMerchant(await createTestTenant());
  const unknown = { status: 400, code: "invalid_reference" } as const;
  await expectError(tenant, contracts.createSubscription, { body: { ...body, merchant: other.id } }, unknown);
  const invalid = { status: 400, code: "validation_error" } as const;
  const cards = { events: ["card.frozen" as const] };
  await expectError(tenant, contracts.createSubscription, { body: { ...body, ...cards } }, invalid);
  await expectError(a, own.createOwnSubscription, { body: { url: URL, ...cards } }, invalid);
  await expectError(a, own.updateOwnSubscription, { body: { id: made.id, ...cards } }, invalid);
});

test("a merchant has 10 places, which are none of its tenant's; a repeat shows no secret", async () => {
  const { tenant, a } = await twoMerchants();
  const options = { body: { url: URL, events: [...EVENTS] }, idempotencyKey: "once" };
  const first = await call(a, own.createOwnSubscription, options);
  const again = await call(a, own.createOwnSubscription, options);
  assert.deepEqual([again.body.id, again.body.secret], [first.body.id, undefined]);
  for (let i = 1; i < 10; i += 1) await create(a);
  const full = { status: 409, code: "subscription_limit_reached" } as const;
  await expectError(a, own.createOwnSubscription, { body: { url: URL, events: [...EVENTS] } }, full);
  assert.equal((await subscribe(tenant)).row.merchantId, null);
  await expectError(null, own.listOwnSubscriptions, {}, { status: 401, code: "authentication_failed" });
});
