import assert from "node:assert/strict";
import { test } from "node:test";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import {
  attempt,
  bringToLastAttempt,
  createTestDelivery,
  deliveriesOf,
  storedDelivery,
  storedSubscription,
} from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";

/** One failure away from being exhausted, with `failureCount` failures in a row. */
async function lastAttemptOf(url: string, failureCount: number) {
  const delivery = await createTestDelivery(url);
  await bringToLastAttempt(delivery.subscriptionId, failureCount);
  return delivery;
}

test("the 50th delivery in a row that fails to the end pauses the subscription, the 49th does not", async () => {
  withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  for (const [before, status] of [
    [48, "active"],
    [49, "paused"],
  ] as const) {
    const { deliveryId, subscriptionId } = await lastAttemptOf(receiver.url, before);
    await attempt(deliveryId);
    const row = await storedSubscription(subscriptionId);
    assert.deepEqual([row.status, row.failureCount], [status, before + 1]);
  }
});

test("a paused subscription gets no new deliveries, reactivating it sets the count to 0", async () => {
  withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId } = await lastAttemptOf(receiver.url, 49);
  await attempt(deliveryId);
  const card = await createTestCard(tenant);
  await authorize(tenant, card, 1);
  assert.equal((await deliveriesOf(subscriptionId)).length, 1);
  await setSubscriptionStatus(tenant, subscriptionId, "active");
  const { status, failureCount } = await storedSubscription(subscriptionId);
  assert.deepEqual([status, failureCount], ["active", 0]);
  await authorize(tenant, card, 1);
  assert.equal((await deliveriesOf(subscriptionId)).length, 2);
});

test("any 2xx forgives what failed before", async () => {
  withFakeClock(START);
  const receiver = await startReceiver();
  const { deliveryId, subscriptionId } = await lastAttemptOf(receiver.url, 49);
  await attempt(deliveryId);
  assert.equal((await storedSubscription(subscriptionId)).failureCount, 0);
});

for (const ending of ["active", "revoked"] as const) {
  test(`a delivery due while its subscription is paused waits, and goes on when it is ${ending}`, async (t) => {
    const clock = withFakeClock(START);
    const receiver = await startReceiver();
    receiver.answerWith(500);
    const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
    await attempt(deliveryId);
    await setSubscriptionStatus(tenant, subscriptionId, "paused");
    clock.advance(60_000);
    assert.deepEqual(await attempt(deliveryId), { next: "end", because: "deferred" });
    const queue = collectHandOvers(t);
    clock.advance(30 * 86_400_000);
    await sweepDeliveries({ now: clock.now() });
    assert.deepEqual([receiver.received.length, queue.of(deliveryId)], [1, []]);
    await setSubscriptionStatus(tenant, subscriptionId, ending);
    await queue.waitFor(deliveryId, 1);
    receiver.answerWith(200);
    assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
    assert.equal((await storedDelivery(deliveryId)).attempt, 2);
  });
}

test("DELETE notes no more events, but deliveries under way are attempted by their schedule", async () => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  await setSubscriptionStatus(tenant, subscriptionId, "revoked");
  await authorize(tenant, await createTestCard(tenant), 1);
  assert.equal((await deliveriesOf(subscriptionId)).length, 1);
  assert.equal((await attempt(deliveryId)).next, "wait");
  clock.advance(60_000);
  receiver.answerWith(200);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
});
