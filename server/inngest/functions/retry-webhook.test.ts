import assert from "node:assert/strict";
import { test } from "node:test";
import { InngestTestEngine } from "@inngest/test";
import type { EventPayload } from "inngest";
import { untilIdle } from "@/server/domain/wake";
import { retryDelivery, sweepDeliveries } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { attemptAtOnce, collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { tenantCaller } from "@/server/testing/factories/callers";
import {
  attempt,
  createTestDelivery,
  storedAttempts,
  storedDelivery,
} from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus } from "@/server/testing/factories/webhook-subscriptions";
import { advanceTestClock } from "@/server/testing/sandbox-clock";
import { waitUntil } from "@/server/testing/wait-until";
import { retryWebhookFunction, runRetry } from "./retry-webhook";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const MINUTE_MS = 60_000;
const SUPERSEDED = { next: "end", because: "superseded" };

async function failOnce(t: Parameters<typeof collectHandOvers>[0]) {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const queue = collectHandOvers(t);
  const delivery = await createTestDelivery(receiver.url);
  await queue.waitFor(delivery.deliveryId, 1);
  await attempt(delivery.deliveryId);
  const { run } = await queue.waitForPlan(delivery.deliveryId, 1);
  await untilIdle("deliveries");
  return { clock, receiver, queue, run, ...delivery };
}

test("one run makes the attempts of a failing delivery by contract 8, and ends after the seventh", async (t) => {
  const { clock, queue, run, deliveryId } = await failOnce(t);
  clock.advance(MINUTE_MS);
  for (let number = 2; number <= 7; number += 1) {
    const turn = await runRetry({ deliveryId, run });
    if (turn.next !== "wait") {
      assert.deepEqual([turn, number], [{ next: "end", because: "exhausted" }, 7]);
      break;
    }
    assert.equal(turn.attempt, number + 1);
    clock.advance(turn.until.getTime() - clock.now().getTime() - 1);
    assert.deepEqual(await runRetry({ deliveryId, run }), turn, "a millisecond early is too early");
    clock.advance(1);
  }
  const startedAt = (await storedAttempts(deliveryId)).map(({ startedAt: at }) => at.getTime() / 1_000);
  const [first = 0] = startedAt;
  assert.deepEqual(
    startedAt.map((at) => at - first),
    [0, 60, 360, 2_160, 9_360, 52_560, 138_960],
  );
  await untilIdle("deliveries");
  assert.deepEqual(
    [queue.of(deliveryId).length, queue.plannedFor(deliveryId).length],
    [1, 1],
    "no other run was begun",
  );
});

test("Inngest’s own test engine sees each attempt and each sleep by its name, in order, to the seventh", async (t) => {
  const { clock, receiver, run, deliveryId } = await failOnce(t);
  const slept: string[] = [];
  const sleeps = [2, 3, 4, 5, 6, 7].map((attempt) => ({
    id: `until attempt ${attempt}`,
    handler: async () => {
      slept.push(`until attempt ${attempt}`);
      const { nextAttemptAt } = await storedDelivery(deliveryId);
      clock.advance((nextAttemptAt?.getTime() ?? 0) - clock.now().getTime());
      return null;
    },
  }));
  const data = { deliveryId, run, attempt: 2, dueAt: new Date(clock.now().getTime() + MINUTE_MS).toISOString() };
  const events: [EventPayload] = [{ name: "webhooks/retry.planned", data }];
  const engine = new InngestTestEngine({ function: retryWebhookFunction, events, steps: sleeps });
  const { result } = await engine.execute();
  assert.deepEqual(result, { next: "end", because: "exhausted" });
  assert.deepEqual(
    slept,
    [2, 3, 4, 5, 6, 7].map((attempt) => `until attempt ${attempt}`),
  );
  assert.equal(receiver.received.length, 7);
  const { status, attempt: made } = await storedDelivery(deliveryId);
  assert.deepEqual([status, made], ["exhausted", 7]);
});

test("an attempt run again after a crash finds what was done", async (t) => {
  const { clock, receiver, run, deliveryId } = await failOnce(t);
  clock.advance(MINUTE_MS);
  const turn = await runRetry({ deliveryId, run });
  assert.deepEqual(await runRetry({ deliveryId, run }), turn);
  assert.equal(receiver.received.length, 2);
});

test("a retry by hand begins another run, and the one before does nothing any more", async (t) => {
  const { clock, receiver, queue, run, tenant, deliveryId, subscriptionId } = await failOnce(t);
  await retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null);
  const { handoff } = await queue.waitFor(deliveryId, 2);
  assert.equal(handoff, run + 1);
  assert.deepEqual(await runRetry({ deliveryId, run }), SUPERSEDED);
  assert.deepEqual(await runRetry({ deliveryId, run: handoff }), {
    next: "wait",
    attempt: 3,
    until: new Date(clock.now().getTime() + 5 * MINUTE_MS),
  });
  assert.equal(receiver.received.length, 2);
});

test("a retry by hand during an attempt of its run is due at once, in another run", async (t) => {
  const { clock, receiver, queue, run, tenant, deliveryId, subscriptionId } = await failOnce(t);
  receiver.answerWith((response) => {
    void retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null).then(() =>
      response.writeHead(500).end(),
    );
  });
  clock.advance(MINUTE_MS);
  assert.deepEqual(await runRetry({ deliveryId, run }), SUPERSEDED);
  receiver.answerWith(200);
  const { handoff } = await queue.waitFor(deliveryId, 2);
  assert.deepEqual(await runRetry({ deliveryId, run: handoff }), { next: "end", because: "delivered" });
});

for (const ending of ["active", "revoked"] as const) {
  test(`a delivery due while its subscription is paused is put aside, and runs again when it is ${ending}`, async (t) => {
    const { clock, receiver, queue, run, tenant, deliveryId, subscriptionId } = await failOnce(t);
    await setSubscriptionStatus(tenant, subscriptionId, "paused");
    clock.advance(MINUTE_MS);
    assert.deepEqual(await runRetry({ deliveryId, run }), { next: "end", because: "deferred" });
    assert.equal(receiver.received.length, 1);
    await setSubscriptionStatus(tenant, subscriptionId, ending);
    const { handoff } = await queue.waitFor(deliveryId, 2);
    assert.equal((await runRetry({ deliveryId, run: handoff })).next, "wait");
    assert.equal(receiver.received.length, 2);
  });
}

test("a pause over before the attempt is due changes nothing", async (t) => {
  const { clock, run, tenant, deliveryId, subscriptionId } = await failOnce(t);
  for (const status of ["paused", "active"] as const) await setSubscriptionStatus(tenant, subscriptionId, status);
  clock.advance(MINUTE_MS);
  assert.equal((await runRetry({ deliveryId, run })).next, "wait");
});

test("a jump of the sandbox clock gives a delivery a new run that waits by the new time", async (t) => {
  const { clock, run, tenant, deliveryId } = await failOnce(t);
  const asleep = attemptAtOnce(t);
  await advanceTestClock(tenant, { hours: 1 });
  assert.equal((await storedDelivery(deliveryId)).attempt, 4);
  const planned = await waitUntil("its run", () => asleep[0]);
  // Attempt 4 came after 36 minutes; attempt 5 is due two hours later, minus the hour that the clock is ahead.
  const dueAt = new Date(clock.now().getTime() + (36 + 120 - 60) * MINUTE_MS);
  assert.deepEqual([planned.attempt, planned.dueAt], [5, dueAt]);
  assert.deepEqual(await runRetry({ deliveryId, run }), SUPERSEDED);
  clock.advance(96 * MINUTE_MS);
  assert.deepEqual(await runRetry({ deliveryId, run: planned.run }), {
    next: "wait",
    attempt: 6,
    until: new Date(dueAt.getTime() + 720 * MINUTE_MS),
  });
});

test("the run of a delivery that ends in a jump does nothing any more", async (t) => {
  const { receiver, run, tenant, deliveryId } = await failOnce(t);
  receiver.answerWith(200);
  attemptAtOnce(t);
  await advanceTestClock(tenant, { hours: 39 });
  assert.equal((await storedDelivery(deliveryId)).status, "delivered");
  assert.deepEqual(await runRetry({ deliveryId, run }), SUPERSEDED);
  assert.equal(receiver.received.length, 2);
});

test("the sweep begins a run for what is a minute overdue, since it has lost its own", async (t) => {
  const { clock, queue, run, deliveryId } = await failOnce(t);
  clock.advance(MINUTE_MS + 59_000);
  await sweepDeliveries({ now: now() });
  assert.equal(queue.of(deliveryId).length, 1);
  clock.advance(1_000);
  await sweepDeliveries({ now: now() });
  const { handoff } = await queue.waitFor(deliveryId, 2);
  assert.deepEqual(await runRetry({ deliveryId, run }), SUPERSEDED, "should it come after all");
  assert.equal((await runRetry({ deliveryId, run: handoff })).next, "wait");
  assert.equal((await storedAttempts(deliveryId)).length, 2);
});

test("an away queue loses nothing: the run begins when it is back", async (t) => {
  withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const queue = collectHandOvers(t);
  const { deliveryId } = await createTestDelivery(receiver.url);
  await queue.waitFor(deliveryId, 1);
  queue.failWith(new Error("away"));
  await attempt(deliveryId);
  await untilIdle("deliveries");
  queue.failWith(null);
  await sweepDeliveries({ now: now() });
  assert.equal((await queue.waitForPlan(deliveryId, 1)).attempt, 2);
});
