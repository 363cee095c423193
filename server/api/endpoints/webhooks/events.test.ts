import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { getPrisma } from "@/server/db/prisma";
import { sendTestEvent } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { call, expectError } from "@/server/testing/clients/api-client";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  attempt,
  createTestDelivery,
  deliveriesOf,
  finishReplay,
  stepReplay,
} from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus, subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();
allowLocalhost();

test("events are listed without a subscription, newest first, as posted, by type, record, and time", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId } = await authorize(tenant, card, 5);
  clock.advance(1_000);
  await capture(tenant, recordId);
  clock.advance(1_000);
  const code = await createTestCode(tenant, { card });
  const { data } = (await call(tenant, contracts.listEvents)).body;
  assert.deepEqual(
    data.map(({ type, recordId: about }) => [type, about]),
    [
      ["payment_code.created", code.recordId],
      ["authorization.captured", recordId],
      ["authorization.approved", recordId],
    ],
  );
  const [, captured, approved] = data;
  assert.ok(captured && approved);
  assert.equal(captured.payload.event, "authorization.captured");
  assert.deepEqual((await call(tenant, contracts.getEvent, { params: { id: captured.id } })).body, captured);
  const typesOf = async (query: Record<string, string>) =>
    (await call(tenant, contracts.listEvents, { query })).body.data.map(({ type }) => type);
  assert.deepEqual(await typesOf({ type: "authorization.approved" }), ["authorization.approved"]);
  assert.deepEqual(await typesOf({ type: "payment_code.created" }), ["payment_code.created"]);
  assert.deepEqual(await typesOf({ recordId: code.recordId }), ["payment_code.created"]);
  assert.deepEqual(await typesOf({ recordId }), ["authorization.captured", "authorization.approved"]);
  assert.deepEqual(await typesOf({ "created[gte]": captured.createdAt, limit: "1" }), ["payment_code.created"]);
  assert.deepEqual(await typesOf({ starting_after: captured.id }), ["authorization.approved"]);
  assert.deepEqual(await typesOf({ ending_before: captured.id }), ["payment_code.created"]);

  clock.advance(30 * DAY_MS + 1);
  assert.deepEqual(await typesOf({}), []);
  const gone = { status: 404, code: "event_not_found" } as const;
  await expectError(tenant, contracts.getEvent, { params: { id: captured.id } }, gone);
});

test("a sample is no event, and a query or cursor that is none is refused", async () => {
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant);
  await sendTestEvent(tenantCaller(tenant), { id: row.id, eventType: null }, null);
  assert.deepEqual((await call(tenant, contracts.listEvents)).body, { data: [], hasMore: false });
  const invalid = { status: 400, code: "validation_error" } as const;
  await expectError(tenant, contracts.listEvents, { query: { type: "authorization.deleted" } }, invalid);
  const unknown = { status: 400, code: "invalid_reference" } as const;
  await expectError(tenant, contracts.listEvents, { query: { starting_after: "3Fq8rTEv8Mk5WcZ9R" } }, unknown);
  await expectError(null, contracts.listEvents, {}, { status: 401, code: "authentication_failed" });
});

test("deliveries are listed by state and time, each with the body it posts", async () => {
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, subscriptionId: id, deliveryId } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  const list = async (query: Record<string, string>) =>
    (await call(tenant, contracts.listDeliveries, { params: { id }, query })).body.data;
  const [failed] = await list({ status: "Webhook Failed" });
  assert.equal(failed?.id, deliveryId);
  assert.deepEqual(failed?.payload, JSON.parse(receiver.received[0]?.body ?? ""));
  assert.deepEqual(await list({ status: "Webhook Delivered" }), []);
  assert.deepEqual(await list({ "created[gte]": new Date(Date.now() + DAY_MS).toISOString() }), []);
  assert.equal((await list({ "created[lt]": new Date(Date.now() + DAY_MS).toISOString() })).length, 1);
});

const since = () => new Date(now().getTime() - DAY_MS).toISOString();

test("a replay sends what a pause missed and what was delivered, and keeps the ids of what there was", async () => {
  const receiver = await startReceiver();
  const { tenant, subscriptionId: id, deliveryId } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  await setSubscriptionStatus(tenant, id, "paused");
  const missed = await authorize(tenant, await createTestCard(tenant), 3);
  await setSubscriptionStatus(tenant, id, "active");
  const params = { id };
  const preview = await call(tenant, contracts.replayEvents, { params, body: { since: since(), preview: true } });
  assert.deepEqual(
    [preview.status, preview.body.id, preview.body.state, preview.body.total],
    [200, null, "preview", 1],
  );
  const notFound = { status: 404, code: "replay_not_found" } as const;
  await expectError(tenant, contracts.getReplay, { params }, notFound);
  await expectError(tenant, contracts.cancelReplay, { params }, notFound);

  const status = ["Webhook Missed", "Webhook Delivered"] as const;
  const body = { since: since(), status: [...status] };
  const started = await call(tenant, contracts.replayEvents, { params, body, idempotencyKey: "again" });
  assert.deepEqual([started.status, started.body.total, started.body.state], [201, 2, "running"]);
  const repeated = await call(tenant, contracts.replayEvents, { params, body, idempotencyKey: "again" });
  assert.equal(repeated.body.id, started.body.id);
  const running = { status: 409, code: "replay_running" } as const;
  await expectError(tenant, contracts.replayEvents, { params, body }, running);

  await finishReplay(id);
  const ended = (await call(tenant, contracts.getReplay, { params })).body;
  assert.deepEqual([ended.state, ended.done, ended.status], ["done", 2, [...status]]);
  const ids = await deliveriesOf(id);
  for (const each of ids) await attempt(each);
  assert.equal(ids.length, 2);
  const sent = receiver.received.map(({ headers, body: text }) => [headers["webhook-id"], JSON.parse(text).recordId]);
  assert.equal(sent.filter(([webhookId]) => webhookId === deliveryId).length, 2, "the one that arrived, again");
  assert.ok(sent.some(([webhookId, recordId]) => webhookId !== deliveryId && recordId === missed.recordId));
});

test("a replay goes in steps of 20, rests while they wait, ends with its subscription, can be canceled", async () => {
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant, { events: ["authorization.declined"] });
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  for (let i = 0; i < 45; i += 1) await authorize(tenant, card, 1);
  const params = { id: row.id };
  const body = { since: since(), types: ["authorization.approved" as const] };
  const started = (await call(tenant, contracts.replayEvents, { params, body })).body;
  assert.deepEqual([started.total, started.types], [45, ["authorization.approved"]]);
  assert.deepEqual(await stepReplay(row.id), { isMore: true, restUntil: null, sent: 20 });
  const rest = await stepReplay(row.id);
  assert.deepEqual([rest.sent, rest.isMore], [0, true]);
  assert.ok(rest.restUntil !== null && rest.restUntil > now(), "it looks again when the receiver has had time");
  const delivered = { status: "delivered", attempt: 1, deliveredAt: now(), nextAttemptAt: null } as const;
  await getPrisma().webhookDelivery.updateMany({ where: { subscriptionId: row.id }, data: delivered });
  assert.equal((await stepReplay(row.id)).sent, 20);
  const canceled = (await call(tenant, contracts.cancelReplay, { params })).body;
  assert.deepEqual([canceled.state, canceled.done], ["stopped", 40]);
  assert.deepEqual((await call(tenant, contracts.cancelReplay, { params })).body, canceled);
  assert.equal((await deliveriesOf(row.id)).length, 40);

  await getPrisma().webhookDelivery.updateMany({ where: { subscriptionId: row.id }, data: delivered });
  await call(tenant, contracts.replayEvents, { params, body });
  await setSubscriptionStatus(tenant, row.id, "paused");
  await finishReplay(row.id);
  assert.equal((await call(tenant, contracts.getReplay, { params })).body.state, "stopped");
  const paused = { status: 409, code: "subscription_paused" } as const;
  await expectError(tenant, contracts.replayEvents, { params, body }, paused);
});

test("an old or empty span is refused", async () => {
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant);
  const params = { id: row.id };
  const invalid = { status: 400, code: "validation_error" } as const;
  const old = new Date(now().getTime() - 31 * DAY_MS).toISOString();
  await expectError(tenant, contracts.replayEvents, { params, body: { since: old } }, invalid);
  const ahead = new Date(now().getTime() + DAY_MS).toISOString();
  await expectError(tenant, contracts.replayEvents, { params, body: { since: ahead } }, invalid);
  await expectError(tenant, contracts.replayEvents, { params, body: { since: since(), until: old } }, invalid);
});
