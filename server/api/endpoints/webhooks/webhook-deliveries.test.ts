import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { call, expectError } from "@/server/testing/clients/api-client";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  attempt,
  createTestDelivery,
  deliveriesOf,
  storedDelivery,
} from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus, subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const { listDeliveries, listEvents, retryDelivery, sendTestEvent } = contracts;
const PAUSED = { status: 409, code: "subscription_paused" } as const;

test("a delivery is shown before, between and after its attempts", async () => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  const read = async () => {
    const [listed] = (await call(tenant, listDeliveries, { params: { id: subscriptionId } })).body.data;
    assert.ok(listed);
    const { payload, eventId, ...delivery } = listed;
    const [event] = (await call(tenant, listEvents, {})).body.data;
    const posted = receiver.received.at(-1)?.body;
    const ids = [eventId, payload.eventId, posted === undefined ? eventId : JSON.parse(posted).eventId];
    assert.deepEqual([payload.event, ids], ["authorization.approved", Array(3).fill(event?.id)], "one id of the event");
    return delivery;
  };
  const shared = { id: deliveryId, event: "authorization.approved", url: receiver.url, created: START };
  assert.deepEqual(await read(), {
    ...shared,
    attempt: 0,
    status: "Webhook Pending",
    responseCode: null,
    error: null,
    scheduledAt: START,
    deliveredAt: null,
    nextRetryAt: null,
  });
  await attempt(deliveryId);
  assert.deepEqual(await read(), {
    ...shared,
    attempt: 1,
    status: "Webhook Failed",
    responseCode: 500,
    error: "The receiver answered 500.",
    scheduledAt: START,
    deliveredAt: null,
    nextRetryAt: "2026-03-02T10:01:00.000Z",
  });
  clock.advance(60_000);
  receiver.answerWith(200);
  await attempt(deliveryId);
  const { deliveredAt, ...done } = await read();
  assert.deepEqual(done, {
    ...shared,
    attempt: 2,
    status: "Webhook Delivered",
    responseCode: 200,
    error: null,
    scheduledAt: "2026-03-02T10:01:00.000Z",
    nextRetryAt: null,
  });
  assert.ok(deliveredAt && deliveredAt >= "2026-03-02T10:01:00.000Z");
});

test("deliveries are listed backwards in time, page by page, of one event if it is named", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { id } = (await subscribe(tenant)).row;
  const card = await createTestCard(tenant);
  for (let i = 0; i < 3; i += 1) {
    const { recordId } = await authorize(tenant, card, 1);
    clock.advance(1);
    await capture(tenant, recordId);
    clock.advance(1);
  }
  const params = { id };
  const all = (await call(tenant, listDeliveries, { params })).body;
  assert.deepEqual([all.data.length, all.hasMore], [6, false]);
  assert.deepEqual(
    all.data.map((delivery) => delivery.id),
    (await deliveriesOf(id)).reverse(),
  );
  const paged: string[] = [];
  for (;;) {
    const cursor = paged.at(-1);
    const query = { limit: "4", ...(cursor ? { starting_after: cursor } : {}) };
    const { body } = await call(tenant, listDeliveries, { params, query });
    paged.push(...body.data.map((delivery) => delivery.id));
    if (!body.hasMore) break;
  }
  assert.deepEqual(
    paged,
    all.data.map((delivery) => delivery.id),
  );
  const captures = (await call(tenant, listDeliveries, { params, query: { event: "authorization.captured" } })).body;
  assert.deepEqual(
    captures.data.map(({ event }) => event),
    Array(3).fill("authorization.captured"),
  );
  const other = (await subscribe(tenant)).row.id;
  const query = { starting_after: paged[0] ?? "" };
  const bad = { status: 400, code: "invalid_reference" } as const;
  await expectError(tenant, listDeliveries, { params: { id: other }, query }, bad);
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const limit of ["0", "101", "x", "", "0x10", "1e1", "+5", " 5", "5.0", "05", "٥"]) {
    const { error } = await expectError(tenant, listDeliveries, { params, query: { limit } }, invalid);
    assert.equal(error.field, "limit", limit);
  }
  const unheard = { params, query: { event: "authorization.unheard" } };
  assert.equal((await expectError(tenant, listDeliveries, unheard, invalid)).error.field, "event");
});

test("a test event goes the way of any other, and says that it is one", async () => {
  const receiver = await startReceiver();
  const tenant = await createTestTenant();
  const { id } = (await subscribe(tenant, { url: receiver.url, events: ["authorization.captured"] })).row;
  for (const [event, expected] of [
    [undefined, "authorization.captured"],
    ["authorization.declined", "authorization.declined"],
    ["authorization.reversed", "authorization.reversed"],
    ["authorization.approved", "authorization.approved"],
  ] as const) {
    const sent = await call(tenant, sendTestEvent, { params: { id }, ...(event ? { body: { event } } : {}) });
    assert.deepEqual([sent.status, sent.body.event, sent.body.status], [201, expected, "Webhook Pending"]);
    assert.deepEqual(await attempt(sent.body.id), { next: "end", because: "delivered" });
    const received = receiver.received.at(-1);
    assert.equal(received?.headers["x-svc-event"], expected);
    assert.equal(received.headers["x-svc-delivery"], sent.body.id);
    assert.equal((JSON.parse(received.body) as { test?: boolean }).test, true);
  }
});

test("a repeated test event is the same delivery; a paused subscription gets none", async () => {
  const tenant = await createTestTenant();
  const { id } = (await subscribe(tenant)).row;
  const options = { params: { id }, headers: { "idempotency-key": "test-1" } };
  const first = await call(tenant, sendTestEvent, options);
  const repeat = await call(tenant, sendTestEvent, options);
  assert.deepEqual([first.status, repeat.status, repeat.text], [201, 200, first.text]);
  assert.equal((await deliveriesOf(id)).length, 1);
  await setSubscriptionStatus(tenant, id, "paused");
  await expectError(tenant, sendTestEvent, { params: { id } }, PAUSED);
  const invalid = { params: { id }, rawBody: '{"event":"nothing"}' };
  await expectError(tenant, sendTestEvent, invalid, { status: 400, code: "validation_error" });
});

test("a retry brings the next attempt forward; the schedule goes on from there", async () => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  clock.advance(10_000);
  const params = { id: subscriptionId, deliveryId };
  const { status, body } = await call(tenant, retryDelivery, { params });
  assert.deepEqual([status, body.status, body.nextRetryAt], [200, "Webhook Failed", "2026-03-02T10:00:10.000Z"]);
  assert.deepEqual(await attempt(deliveryId), {
    next: "wait",
    attempt: 3,
    until: new Date("2026-03-02T10:05:10.000Z"),
  });
  assert.equal(receiver.received.length, 2);
});

test("an exhausted delivery gets one more attempt for each retry, which is not another failure", async () => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  for (let i = 0; i < 7; i += 1) {
    await attempt(deliveryId);
    clock.advance(86_400_000);
  }
  const params = { id: subscriptionId, deliveryId };
  assert.equal((await call(tenant, retryDelivery, { params })).body.status, "Webhook Retry Exhausted");
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "exhausted" });
  const { attempt: made, nextAttemptAt } = await storedDelivery(deliveryId);
  assert.deepEqual([made, nextAttemptAt], [8, null]);
  const read = () => call(tenant, contracts.getSubscription, { params });
  assert.equal((await read()).body.failureCount, 1);
  await call(tenant, retryDelivery, { params });
  receiver.answerWith(200);
  await attempt(deliveryId);
  assert.deepEqual([(await storedDelivery(deliveryId)).status, (await read()).body.failureCount], ["delivered", 0]);
});

test("an arrived or unknown delivery, and one of a paused or other subscription, is not retried", async () => {
  const receiver = await startReceiver();
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  const other = (await subscribe(tenant)).row.id;
  const missing = { status: 404, code: "delivery_not_found" } as const;
  await expectError(tenant, retryDelivery, { params: { id: other, deliveryId } }, missing);
  await expectError(tenant, retryDelivery, { params: { id: subscriptionId, deliveryId: "nothing" } }, missing);
  const params = { id: subscriptionId, deliveryId };
  await setSubscriptionStatus(tenant, subscriptionId, "paused");
  await expectError(tenant, retryDelivery, { params }, PAUSED);
  await setSubscriptionStatus(tenant, subscriptionId, "active");
  const options = { params, headers: { "idempotency-key": "retry-1" } };
  const first = await call(tenant, retryDelivery, options);
  await attempt(deliveryId);
  assert.equal((await call(tenant, retryDelivery, options)).text, first.text, "a repeat retries nothing");
  await expectError(tenant, retryDelivery, { params }, { status: 409, code: "delivery_not_retryable" });
  await setSubscriptionStatus(tenant, subscriptionId, "revoked");
  await expectError(tenant, retryDelivery, { params }, { status: 409, code: "subscription_revoked" });
});
