import assert from "node:assert/strict";
import { test } from "node:test";
import * as own from "@/server/contracts/rest/webhooks/merchant-webhooks";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { getPrisma } from "@/server/db/prisma";
import { freezeCard } from "@/server/domain/members";
import { now } from "@/server/platform/clock";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { memberCaller } from "@/server/testing/factories/callers";
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

test("a merchant replays its own events, follows the replay, cancels it, and lists what it sent", async () => {
  const { a, b } = await twoMerchants();
  await createTestSale(a);
  await createTestSale(b);
  const { id } = await create(a);
  const preview = await call(a, own.replayOwnEvents, { body: { id, preview: true } });
  assert.deepEqual([preview.status, preview.body.state, preview.body.total], [200, "preview", 2]);
  await expectError(a, own.getOwnReplay, { body: { id } }, { status: 404, code: "replay_not_found" });
  const started = await call(a, own.replayOwnEvents, { body: { id }, idempotencyKey: "again" });
  assert.deepEqual([started.status, started.body.total], [201, 2]);
  const repeated = await call(a, own.replayOwnEvents, { body: { id }, idempotencyKey: "again" });
  assert.deepEqual([repeated.status, repeated.body.id], [200, started.body.id]);
  await expectError(a, own.replayOwnEvents, { body: { id } }, { status: 409, code: "replay_running" });
  await finishReplay(id);
  assert.deepEqual(await merchantsOf(id), [a.id]);
  const { state, done } = (await call(a, own.getOwnReplay, { body: { id } })).body;
  assert.deepEqual([state, done], ["done", 2]);
  const sent = (await call(a, own.listOwnDeliveries, { body: { id, replay: started.body.id ?? "" } })).body.data;
  assert.equal(sent.length, 2);
  await call(a, own.replayOwnEvents, { body: { id, status: ["Webhook Delivered"] } });
  assert.equal((await call(a, own.cancelOwnReplay, { body: { id } })).body.state, "stopped");
});

test("a merchant retries a delivery of its own now; one that has arrived, and another's, are refused", async () => {
  const { a, b } = await twoMerchants();
  const { id } = await create(a);
  await createTestSale(a);
  const [first, second] = await getPrisma().webhookDelivery.findMany({ where: { subscriptionId: id } });
  assert.ok(first && second);
  const later = new Date(now().getTime() + 3_600_000);
  const failed = { status: "failed", attempt: 1, error: "refused", nextAttemptAt: later } as const;
  await getPrisma().webhookDelivery.update({ where: { id: first.id }, data: failed });
  const { nextRetryAt } = (await call(a, own.retryOwnDelivery, { body: { id, deliveryId: first.id } })).body;
  assert.ok(nextRetryAt && nextRetryAt < later.toISOString());
  const arrived = { status: "delivered", attempt: 1, nextAttemptAt: null, deliveredAt: now() } as const;
  await getPrisma().webhookDelivery.update({ where: { id: second.id }, data: arrived });
  const over = { status: 409, code: "delivery_not_retryable" } as const;
  await expectError(a, own.retryOwnDelivery, { body: { id, deliveryId: second.id } }, over);
  const ofB = (await create(b)).id;
  const none = { status: 404, code: "delivery_not_found" } as const;
  await expectError(b, own.retryOwnDelivery, { body: { id: ofB, deliveryId: first.id } }, none);
});

test("a merchant lists its own events as its tenant does, subscribed or not, and nothing that isn't about it", async () => {
  const { tenant, a, b } = await twoMerchants();
  const card = await createTestCard(tenant);
  const sale = await createTestSale(a, { card });
  await createTestSale(b, { card });
  await freezeCard(memberCaller(tenant, card), { id: card.id });
  const all = (await call(tenant, contracts.listEvents)).body.data;
  const { data, hasMore } = (await call(a, own.listMerchantEvents)).body;
  const ofA = all.filter(({ merchant }) => merchant === a.id);
  assert.ok(ofA.every(({ payload }) => "account" in payload && payload.account === card.accountId));
  const withoutPayer = ofA.map((event) => ({ ...event, payload: { ...event.payload, member: null, account: null } }));
  assert.deepEqual([data, hasMore], [withoutPayer, false], "who paid is told to the tenant alone");
  assert.deepEqual(data.map(({ type }) => type).sort(), ["authorization.approved", "authorization.captured"]);
  const [newest, oldest] = data;
  assert.ok(newest && oldest && newest.recordId);
  const listed = async (body: object) =>
    (await call(a, own.listMerchantEvents, { rawBody: JSON.stringify(body) })).body.data.map(({ id }) => id);
  assert.deepEqual(await listed({ limit: 1 }), [newest.id]);
  assert.deepEqual(await listed({ starting_after: newest.id }), [oldest.id]);
  assert.deepEqual(await listed({ type: newest.type, recordId: newest.recordId }), [newest.id]);
  assert.deepEqual((await call(a, own.getMerchantEvent, { body: { id: newest.id } })).body, newest);
  const none = { status: 404, code: "event_not_found" } as const;
  for (const { id } of all.filter(({ merchant }) => merchant !== a.id)) {
    await expectError(a, own.getMerchantEvent, { body: { id } }, none);
    const unknown = { status: 400, code: "invalid_reference" } as const;
    await expectError(a, own.listMerchantEvents, { body: { starting_after: id } }, unknown);
  }
  assert.ok(sale.transactionId && all.some(({ type }) => type === "card.frozen"));
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
