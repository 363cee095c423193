import assert from "node:assert/strict";
import { test } from "node:test";
import { RetryAfterError } from "inngest";
import { untilIdle } from "@/server/domain/wake";
import type { DeliveryTurn } from "@/server/domain/webhooks";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { runDeliveries } from "./deliver-webhook";

withTestDatabase();
allowLocalhost();

const nexts = (turns: readonly DeliveryTurn[]) => turns.map(({ next }) => next);

const START = "2026-03-02T10:00:00.000Z";

test("a failing delivery gets a run of its own, which waits until contract 8 says", async (t) => {
  withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const queue = collectHandOvers(t);
  const { deliveryId } = await createTestDelivery(receiver.url);
  await queue.waitFor(deliveryId, 1);
  assert.deepEqual(nexts(await runDeliveries([{ deliveryId }])), ["wait"]);
  const dueAt = new Date("2026-03-02T10:01:00.000Z");
  assert.deepEqual(await queue.waitForPlan(deliveryId, 1), { deliveryId, run: 2, attempt: 2, dueAt });
  await untilIdle("deliveries");
  assert.deepEqual([queue.of(deliveryId).length, queue.plannedFor(deliveryId).length], [1, 1]);
});

test("a run finding another worker at it comes back when that one's claim has ended", async (t) => {
  withFakeClock(START);
  const receiver = await startReceiver();
  const queue = collectHandOvers(t);
  const { deliveryId } = await createTestDelivery(receiver.url);
  const refused: unknown[] = [];
  receiver.answerWith((response) => {
    void runDeliveries([{ deliveryId }])
      .catch((error: unknown) => refused.push(error))
      .finally(() => response.end());
  });
  await queue.waitFor(deliveryId, 1);
  assert.deepEqual(await runDeliveries([{ deliveryId }]), [{ next: "end", because: "delivered" }]);
  const [error] = refused;
  assert.ok(error instanceof RetryAfterError);
  assert.equal(error.retryAfter, "2026-03-02T10:00:30.000Z");
});

test("a run of several makes each attempt, whatever becomes of the others", async (t) => {
  withFakeClock(START);
  const [receiver, refusing] = [await startReceiver(), await startReceiver()];
  refusing.answerWith(500);
  const queue = collectHandOvers(t);
  const [first, second] = [await createTestDelivery(refusing.url), await createTestDelivery(receiver.url)];
  for (const { deliveryId } of [first, second]) await queue.waitFor(deliveryId, 1);
  const turns = await runDeliveries([first, { deliveryId: "NoSuchDelivery001" }, second]);
  assert.deepEqual(turns, [
    { next: "wait", attempt: 2, until: new Date("2026-03-02T10:01:00.000Z") },
    { next: "end", because: "gone" },
    { next: "end", because: "delivered" },
  ]);
});
