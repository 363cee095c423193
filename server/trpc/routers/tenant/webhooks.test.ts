import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { calendarDay } from "@/server/contracts/calendar-days";
import { rowsAsJson } from "@/server/db/insert-rows";
import { getPrisma } from "@/server/db/prisma";
import { replayEvents } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { BUILDERS, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery, finishReplay } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();
allowLocalhost();
bindTestSender();

/** Developers manage webhooks in live as well. */
const BUILDING = { live: BUILDERS, test: BUILDERS } as const;
const URL = "https://receiver.example.com/hooks";
const EVENTS = ["authorization.approved"] as const;
const NOT_FOUND = "subscription_not_found";

/** A tenant may have fifty subscriptions; the table below needs more. */
async function makeRoom({ id: tenantId }: TestTenant): Promise<void> {
  await getPrisma().webhookSubscription.updateMany({ where: { tenantId }, data: { status: "revoked", slot: null } });
}

const prepare = async (of: TestTenant) => {
  await makeRoom(of);
  return (await subscribe(of)).row.id;
};
const prepareDelivery = async (of: TestTenant) => {
  await makeRoom(of);
  const { subscriptionId, deliveryId } = await createTestDelivery(URL, of);
  return `${subscriptionId} ${deliveryId}`;
};
const prepareMissed = async (of: TestTenant) => {
  await makeRoom(of);
  return (await createTestDelivery(URL, of)).subscriptionId;
};
const prepareReplay = async (of: TestTenant) => {
  const subscriptionId = await prepareMissed(of);
  const asked = { subscriptionId, since: null, until: null, statuses: ["missed"], types: null } as const;
  await replayEvents(tenantCaller(of), { ...asked, isPreview: false }, null);
  return subscriptionId;
};
const prepareEvent = async (of: TestTenant) => {
  await prepareMissed(of);
  return (await getPrisma().event.findFirstOrThrow({ where: { tenantId: of.id }, orderBy: { id: "desc" } })).id;
};
const LOST = { hours: 24, outcomes: ["missed", "failed"] } satisfies Partial<ReplayAsked>;
const both = (text: string) => {
  const [id = "", deliveryId = id] = text.split(" ");
  return { id, deliveryId };
};
const form = { url: URL, events: [...EVENTS], description: null };

testTenantAuthority("webhooks", {
  "tenant.webhooks.list": {
    call: (portal, place) => portal.tenant.webhooks.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.webhooks.get": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.get({ ...place, id }),
    allowed: READING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.health": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.health({ ...place, id }),
    allowed: READING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.deliveries": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.deliveries({ ...place, id }),
    allowed: READING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.delivery": {
    prepare: prepareDelivery,
    call: (portal, place, text) => portal.tenant.webhooks.delivery({ ...place, ...both(text) }),
    allowed: READING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.create": {
    call: (portal, place) => portal.tenant.webhooks.create({ ...place, ...form, key: randomUUID() }),
    allowed: BUILDING,
    others: null,
  },
  "tenant.webhooks.edit": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.edit({ ...place, ...form, id }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.setStatus": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.setStatus({ ...place, id, status: "paused" }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.rotate": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.rotate({ ...place, id, key: randomUUID() }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.makeNextSecret": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.makeNextSecret({ ...place, id, hours: 24, key: randomUUID() }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.revoke": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.revoke({ ...place, id }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.samples": {
    call: (portal, place) => portal.tenant.webhooks.samples(place),
    allowed: READING,
    others: null,
  },
  "tenant.webhooks.sendTest": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.sendTest({ ...place, id }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.previewReplay": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.previewReplay({ ...place, ...LOST, id }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.lastReplay": {
    prepare,
    call: (portal, place, id) => portal.tenant.webhooks.lastReplay({ ...place, id }),
    allowed: READING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.startReplay": {
    prepare: prepareMissed,
    call: (portal, place, id) => portal.tenant.webhooks.startReplay({ ...place, ...LOST, id, key: randomUUID() }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.stopReplay": {
    prepare: prepareReplay,
    call: (portal, place, id) => portal.tenant.webhooks.stopReplay({ ...place, id }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
  "tenant.webhooks.events": {
    call: (portal, place) => portal.tenant.webhooks.events(place),
    allowed: READING,
    others: null,
  },
  "tenant.webhooks.event": {
    prepare: prepareEvent,
    call: (portal, place, id) => portal.tenant.webhooks.event({ ...place, id }),
    allowed: READING,
    others: "event_not_found",
  },
  "tenant.webhooks.retry": {
    prepare: prepareDelivery,
    call: (portal, place, text) => portal.tenant.webhooks.retry({ ...place, ...both(text) }),
    allowed: BUILDING,
    others: NOT_FOUND,
  },
});

type ReplayAsked = Parameters<TestPortal["tenant"]["webhooks"]["previewReplay"]>[0];
type Page = Awaited<ReturnType<TestPortal["tenant"]["webhooks"]["list"]>>;

async function ownerOf(tenant: TestTenant) {
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: tenant.environment };
  return { user, place, portal: portalOf(await openTestSession(user)) };
}

test("a creation sent twice makes one subscription and shows its secret once", async () => {
  const tenant = await createTestTenant();
  const { portal, place } = await ownerOf(tenant);
  const input = { ...place, ...form, key: randomUUID() };
  const answers = await Promise.all([portal.tenant.webhooks.create(input), portal.tenant.webhooks.create(input)]);
  const third = await portal.tenant.webhooks.create(input);
  assert.equal(answers.filter(({ secret }) => secret?.startsWith("whsec_")).length, 1);
  assert.equal(third.secret, null);
  assert.equal(new Set([...answers, third].map(({ subscription }) => subscription.id)).size, 1);
  assert.equal(await getPrisma().webhookSubscription.count({ where: { tenantId: tenant.id } }), 1);
  await assert.rejects(portal.tenant.webhooks.create({ ...input, url: "https://other.example.com/" }), /already used/);
});

test("a page ends where the next begins, as in every list of the portal", async () => {
  const tenant = await createTestTenant();
  const { portal, place } = await ownerOf(tenant);
  const made = [await subscribe(tenant), await subscribe(tenant), await subscribe(tenant)];
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await portal.tenant.webhooks.list({ ...place, limit: 1, cursor });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  assert.deepEqual(found.sort(), made.map(({ row }) => row.id).sort());
});

test("a replay sent twice is one, and sends as many as its preview said", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const { portal, place } = await ownerOf(tenant);
  const card = await createTestCard(tenant);
  await authorize(tenant, card, 3);
  clock.advance(1_000);
  const { row } = await subscribe(tenant, { events: ["authorization.approved"] });
  const asked = { ...place, ...LOST, id: row.id };
  assert.deepEqual(await portal.tenant.webhooks.previewReplay(asked), { total: 1 });
  assert.deepEqual(await portal.tenant.webhooks.previewReplay({ ...asked, outcomes: ["delivered"] }), { total: 0 });
  const today = calendarDay(now(), "UTC");
  const days = { ...place, id: row.id, outcomes: LOST.outcomes, from: today, to: today };
  assert.deepEqual(await portal.tenant.webhooks.previewReplay(days), { total: 1 });
  await assert.rejects(portal.tenant.webhooks.previewReplay({ ...days, from: "2020-01-01" }), /30 days/);

  const key = randomUUID();
  const started = await portal.tenant.webhooks.startReplay({ ...asked, key });
  assert.deepEqual(await portal.tenant.webhooks.startReplay({ ...asked, key }), started);
  await assert.rejects(portal.tenant.webhooks.startReplay({ ...asked, key: randomUUID() }), /is running/);
  await finishReplay(row.id);
  const ended = await portal.tenant.webhooks.lastReplay({ ...place, id: row.id });
  assert.deepEqual([ended?.id, ended?.state, ended?.done, ended?.isNews], [started.id, "done", 1, true]);
});

test("events are listed whether or not a webhook heard of them, each with its outcome at every webhook", async () => {
  const tenant = await createTestTenant();
  const { portal, place } = await ownerOf(tenant);
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 3);
  const late = (await subscribe(tenant, { events: ["authorization.approved"] })).row.id;
  await subscribe(tenant, { events: ["authorization.declined"] });
  const second = await authorize(tenant, card, 4);
  const { items, next } = await portal.tenant.webhooks.events({ ...place, limit: 1 });
  assert.deepEqual(
    items.map((item) => [item.event, item.recordId, item.amount, item.currency]),
    [["authorization.approved", second.recordId, 4, "USD"]],
  );
  const rest = await portal.tenant.webhooks.events({ ...place, limit: 1, cursor: next });
  assert.deepEqual([rest.items.map((item) => item.recordId), rest.next], [[recordId], null]);
  const of = await portal.tenant.webhooks.events({ ...place, record: recordId });
  assert.deepEqual(of.items, rest.items);
  assert.deepEqual((await portal.tenant.webhooks.events({ ...place, to: "2020-01-01" })).items, []);

  const [heard, missed] = await Promise.all(
    [...items, ...rest.items].map(({ id }) => portal.tenant.webhooks.event({ ...place, id })),
  );
  assert.deepEqual(
    [heard, missed].map((event) => event?.receivers.map(({ id, deliveryStatus }) => [id, deliveryStatus])),
    [[[late, "Webhook Pending"]], [[late, null]]],
  );
  assert.equal((JSON.parse(missed?.body ?? "") as { recordId: string }).recordId, recordId);
});

test("a rotation sent twice rotates once", async () => {
  const tenant = await createTestTenant();
  const { portal, place } = await ownerOf(tenant);
  const { row } = await subscribe(tenant);
  const input = { ...place, id: row.id, key: randomUUID() };
  const first = await portal.tenant.webhooks.rotate(input);
  const second = await portal.tenant.webhooks.rotate(input);
  assert.match(first.secret ?? "", /^whsec_/);
  assert.equal(second.secret, null);
  assert.equal(second.subscription.secretLast4, first.secret?.slice(-4));
  const kept = await getPrisma().idempotencyKey.findMany({ where: { key: input.key } });
  assert.ok(first.secret && !JSON.stringify(kept).includes(first.secret));
});

test("a next secret sent twice is made once, shown once, and on record without it", async () => {
  const tenant = await createTestTenant();
  const { user, portal, place } = await ownerOf(tenant);
  const { row } = await subscribe(tenant);
  const input = { ...place, id: row.id, key: randomUUID(), hours: 168 };
  const first = await portal.tenant.webhooks.makeNextSecret(input);
  const second = await portal.tenant.webhooks.makeNextSecret(input);
  assert.match(first.secret ?? "", /^whsec_/);
  assert.equal(second.secret, null);
  assert.deepEqual(second.subscription, first.subscription);
  assert.equal(first.subscription.nextSecretLast4, first.secret?.slice(-4));
  const kept = await getPrisma().idempotencyKey.findMany({ where: { key: input.key } });
  const records = await getPrisma().auditRecord.findMany({
    where: { subjectId: row.id, action: "webhook_subscription.next_secret_made" },
  });
  assert.deepEqual(
    records.map(({ actor, details }) => [actor, details]),
    [[`user ${user.id}`, { url: row.url, at: first.subscription.nextSecretAt }]],
  );
  assert.ok(first.secret && !`${JSON.stringify(kept)}${rowsAsJson(records)}`.includes(first.secret));
});

test("every change is on record with who made it, and no secret", async () => {
  const tenant = await createTestTenant();
  const { user, portal, place } = await ownerOf(tenant);
  const made = await portal.tenant.webhooks.create({ ...place, ...form, key: randomUUID() });
  const { id } = made.subscription;
  await portal.tenant.webhooks.edit({ ...place, ...form, id, description: "Orders" });
  await portal.tenant.webhooks.setStatus({ ...place, id, status: "paused" });
  const rotated = await portal.tenant.webhooks.rotate({ ...place, id, key: randomUUID() });
  await portal.tenant.webhooks.revoke({ ...place, id });
  await portal.tenant.webhooks.revoke({ ...place, id });
  const records = await getPrisma().auditRecord.findMany({ where: { subjectId: id }, orderBy: { createdAt: "asc" } });
  assert.deepEqual(
    records.map(({ action, actor, details }) => [action, actor, details]),
    [
      ["webhook_subscription.created", `user ${user.id}`, { url: URL, events: [...EVENTS] }],
      ["webhook_subscription.updated", `user ${user.id}`, { description: "Orders" }],
      ["webhook_subscription.updated", `user ${user.id}`, { status: "paused" }],
      ["webhook_subscription.secret_rotated", `user ${user.id}`, { url: URL }],
      ["webhook_subscription.revoked", `user ${user.id}`, { url: URL }],
    ],
  );
  const text = rowsAsJson(records);
  assert.ok(![made.secret, rotated.secret].some((secret) => secret && text.includes(secret)));
});

test("a delivery shows the body as it was sent and its attempts; health counts them", async () => {
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, subscriptionId: id, deliveryId } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  const { portal, place } = await ownerOf(tenant);
  const failed = await portal.tenant.webhooks.delivery({ ...place, id, deliveryId });
  assert.equal(failed.body, receiver.received[0]?.body);
  assert.equal(failed.isRetryable, true);
  assert.equal(failed.attempts[0]?.responseBody, "answer 500");
  const { "x-svc-signature": signature = "" } = receiver.received[0]?.headers ?? {};
  assert.ok(signature && !JSON.stringify(failed).includes(String(signature)), "who holds a signature could replay it");
  const health = await portal.tenant.webhooks.health({ ...place, id });
  assert.deepEqual([health.attempts.length, health.retries.map((retry) => retry.id)], [1, [deliveryId]]);

  receiver.answerWith(200);
  await portal.tenant.webhooks.retry({ ...place, id, deliveryId });
  await attempt(deliveryId);
  const [listed] = (await portal.tenant.webhooks.list(place)).items;
  assert.deepEqual(listed?.recent, { attempts: 2, arrived: 1 });
  const of = async (status: "delivered" | "failed") =>
    (await portal.tenant.webhooks.deliveries({ ...place, id, status })).items.map((delivery) => delivery.id);
  assert.deepEqual([await of("delivered"), await of("failed")], [[deliveryId], []]);
  const [row] = (await portal.tenant.webhooks.deliveries({ ...place, id })).items;
  const { recordId, id: number, amount } = JSON.parse(failed.body) as { recordId: string; id: string; amount: number };
  assert.deepEqual([row?.payment, row?.amount, row?.currency], [{ recordId, authorizationId: number }, amount, "USD"]);
  assert.ok(row?.attempt === 2 && row.durationMs !== null);
  assert.deepEqual((await portal.tenant.webhooks.health({ ...place, id })).retries, []);
});

test("a test event of each type says what its sample says, but for its id and time", async () => {
  const tenant = await createTestTenant();
  const { portal, place } = await ownerOf(tenant);
  const {
    row: { id },
  } = await subscribe(tenant);
  for (const { event, body } of await portal.tenant.webhooks.samples(place)) {
    const { id: deliveryId } = await portal.tenant.webhooks.sendTest({ ...place, id, event });
    const sent = await portal.tenant.webhooks.delivery({ ...place, id, deliveryId });
    const [row] = (await portal.tenant.webhooks.deliveries({ ...place, id })).items;
    assert.deepEqual([row?.isTest, row?.payment.recordId, row?.durationMs], [true, null, null]);
    const said = (text: string) => ({
      ...(JSON.parse(text) as object),
      eventId: null,
      createdAt: null,
      timestamp: null,
    });
    assert.deepEqual(said(sent.body), said(body));
  }
});
