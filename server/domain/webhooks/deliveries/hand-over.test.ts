import assert from "node:assert/strict";
import { test } from "node:test";
import { onGuardedEnd } from "@/server/db/guarded";
import { untilIdle } from "@/server/domain/wake";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  attempt,
  createTestDelivery,
  deliveriesOf,
  runOnce,
  storedDelivery,
} from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { claimAttempt } from "./deliver";
import { retryDelivery } from "./retry-delivery";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const NOWHERE = "https://receiver.example.com/hooks";
const MINUTE_MS = 60_000;

/** Includes what its wake-up hands over. */
async function sweep(input: { readonly now: Date }): Promise<void> {
  await sweepDeliveries(input);
  await untilIdle("deliveries");
}

test("a delivery is handed over once, as soon as its cause has committed", async (t) => {
  withFakeClock(START);
  const queue = collectHandOvers(t);
  const { deliveryId } = await createTestDelivery(NOWHERE);
  assert.deepEqual(await queue.waitFor(deliveryId, 1), { deliveryId, handoff: 1 });
  await sweep({ now: (await storedDelivery(deliveryId)).createdAt });
  assert.equal(queue.of(deliveryId).length, 1);
});

test("only a payment with a subscriber has deliveries looked for at once", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const ends: boolean[] = [];
  onGuardedEnd(({ mayHaveLeft }) => void ends.push(mayHaveLeft));
  const mayHaveLeft = async () => {
    ends.length = 0;
    await authorize(tenant, card, 1);
    return [...ends];
  };
  assert.deepEqual(await mayHaveLeft(), [false]);
  await subscribe(tenant, { url: NOWHERE, events: ["authorization.captured"] });
  assert.deepEqual(await mayHaveLeft(), [false], "it hears of captures alone");
  await subscribe(tenant, { url: NOWHERE, events: ["authorization.approved"] });
  assert.deepEqual(await mayHaveLeft(), [true]);
});

test("an away queue loses nothing: the sweep hands over what it refused", async (t) => {
  const clock = withFakeClock(START);
  const queue = collectHandOvers(t);
  queue.failWith(new Error("away"));
  const { deliveryId } = await createTestDelivery(NOWHERE);
  await untilIdle("deliveries");
  await assert.rejects(sweepDeliveries({ now: clock.now() }), /away/);
  assert.deepEqual(queue.of(deliveryId), []);
  queue.failWith(null);
  await sweep({ now: clock.now() });
  assert.equal(queue.of(deliveryId).length, 1);
});

test("a delivery lost between mark and queue is requested again, ever less often while it waits", async (t) => {
  const clock = withFakeClock(START);
  const queue = collectHandOvers(t);
  const { deliveryId } = await createTestDelivery(NOWHERE);
  await queue.waitFor(deliveryId, 1);
  const minutes: number[] = [];
  for (let minute = 1; minute <= 70; minute += 1) {
    clock.advance(MINUTE_MS);
    const before = queue.of(deliveryId).length;
    await sweep({ now: clock.now() });
    if (queue.of(deliveryId).length > before) minutes.push(minute);
  }
  assert.deepEqual(minutes, [1, 3, 7, 15, 31, 47, 63]);
});

test("the sweep leaves alone what is being attempted, not due, or done", async (t) => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  const queue = collectHandOvers(t);
  const [done, failed, underWay] = [
    await createTestDelivery(receiver.url),
    await createTestDelivery("http://localhost:65535/"),
    await createTestDelivery(receiver.url),
  ];
  // Before an attempt, which takes a sender that the wake-up then need not give.
  for (const { deliveryId } of [done, failed, underWay]) await queue.waitFor(deliveryId, 1);
  await attempt(done.deliveryId);
  await attempt(failed.deliveryId);
  clock.advance(35_000);
  assert.ok(await claimAttempt(underWay.deliveryId, clock.now()));
  clock.advance(24_000);
  await sweep({ now: clock.now() });
  for (const { deliveryId } of [done, failed, underWay]) assert.equal(queue.of(deliveryId).length, 1);
  clock.advance(10 * MINUTE_MS);
  await sweep({ now: clock.now() });
  const counts = [done, failed, underWay].map(({ deliveryId }) => queue.of(deliveryId).length);
  assert.deepEqual(counts, [1, 2, 2], "a retry that is due, and one whose worker died, are handed over");
});

test("four sweeps at once hand each delivery over once, beside the bell", async (t) => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant, { url: NOWHERE });
  const card = await createTestCard(tenant);
  for (let i = 0; i < 3; i += 1) await authorize(tenant, card, 1);
  const queue = collectHandOvers(t);
  await Promise.all(Array.from({ length: 4 }, () => sweepDeliveries({ now: clock.now() })));
  await untilIdle("deliveries");
  const deliveries = await deliveriesOf(row.id);
  assert.equal(deliveries.length, 3);
  for (const id of deliveries) assert.equal(queue.of(id).length, 1);
});

test("a retry requested during an attempt is not lost: the next one is due at once", async () => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  receiver.answerWith((response) => {
    void retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null).then(() =>
      response.writeHead(500).end(),
    );
  });
  await attempt(deliveryId);
  const { status, nextAttemptAt } = await storedDelivery(deliveryId);
  assert.deepEqual([status, nextAttemptAt], ["failed", clock.now()]);
  receiver.answerWith(200);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
});

test("a retry by hand of what a dead worker was attempting is handed over at once", async (t) => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  const queue = collectHandOvers(t);
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  await queue.waitFor(deliveryId, 1);
  assert.ok(await claimAttempt(deliveryId, clock.now()));
  const retry = () => retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null);
  clock.advance(29_999);
  await retry();
  assert.equal((await storedDelivery(deliveryId)).state, "sending_again");
  clock.advance(1);
  await retry();
  await queue.waitFor(deliveryId, 2);
  assert.deepEqual(await runOnce(deliveryId), { next: "end", because: "delivered" });
});
