import assert from "node:assert/strict";
import { test } from "node:test";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  attempt,
  createTestDelivery,
  storedAttempts,
  storedDelivery,
  storedSubscription,
} from "@/server/testing/factories/webhook-deliveries";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const SECONDS = [60, 300, 1_800, 7_200, 43_200, 86_400];

test("a failing receiver is tried seven times, to the second of contract 8, and then no more", async () => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(503);
  const { deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  const startedAt: Date[] = [];
  for (const [index, seconds] of SECONDS.entries()) {
    const begun = clock.now();
    startedAt.push(begun);
    const turn = await attempt(deliveryId);
    const due = new Date(begun.getTime() + seconds * 1_000);
    assert.deepEqual(turn, { next: "wait", attempt: index + 2, until: due });
    const row = await storedDelivery(deliveryId);
    assert.deepEqual(
      [row.status, row.attempt, row.nextAttemptAt, row.scheduledAt, row.responseCode, row.error],
      ["failed", index + 1, due, begun, 503, "The receiver answered 503."],
    );
    clock.advance(seconds * 1_000 - 1);
    assert.deepEqual(await attempt(deliveryId), turn, "a millisecond early is too early");
    assert.equal(receiver.received.length, index + 1);
    clock.advance(1);
  }
  startedAt.push(clock.now());
  assert.equal((await storedSubscription(subscriptionId)).failureCount, 0);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "exhausted" });
  const row = await storedDelivery(deliveryId);
  assert.deepEqual([row.status, row.attempt, row.nextAttemptAt], ["exhausted", 7, null]);
  assert.equal((await storedSubscription(subscriptionId)).failureCount, 1);
  clock.advance(7 * 86_400_000);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "exhausted" });
  assert.equal(receiver.received.length, 7);
  assert.deepEqual(
    (await storedAttempts(deliveryId)).map(({ number, startedAt: at, responseCode, responseBody }) => ({
      number,
      at,
      responseCode,
      responseBody,
    })),
    startedAt.map((at, index) => ({ number: index + 1, at, responseCode: 503, responseBody: "answer 503" })),
  );
});

test("a 2xx ends it: delivered, the count forgiven, the time of it kept", async () => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  clock.advance(60_000);
  receiver.answerWith(204);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
  const row = await storedDelivery(deliveryId);
  assert.deepEqual(
    [row.status, row.attempt, row.responseCode, row.error, row.nextAttemptAt],
    ["delivered", 2, 204, null, null],
  );
  const { lastDeliveryAt, failureCount } = await storedSubscription(subscriptionId);
  assert.deepEqual([lastDeliveryAt, failureCount], [row.deliveredAt, 0]);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
  assert.equal(receiver.received.length, 2);
});
