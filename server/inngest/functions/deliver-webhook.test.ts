import assert from "node:assert/strict";
import { test } from "node:test";
import { RetryAfterError } from "inngest";
import { untilIdle, wake } from "@/server/domain/wake";
import type { DeliveryTurn } from "@/server/domain/webhooks";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { createTestDelivery, giveSender, storedAttempts } from "@/server/testing/factories/webhook-deliveries";
import { deliveriesIn, runDeliveries } from "./deliver-webhook";

withTestDatabase();
allowLocalhost();

const nexts = (turns: readonly DeliveryTurn[]) => turns.map(({ next }) => next);

const START = "2026-03-02T10:00:00.000Z";

test("a delivery that fails is handed over again when contract 8 says, and ends after seven attempts", async (t) => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const queue = collectHandOvers(t);
  const { deliveryId } = await createTestDelivery(receiver.url);
  for (let times = 1; times <= 7; times += 1) {
    await queue.waitFor(deliveryId, times);
    const [turn] = await runDeliveries([{ deliveryId }]);
    if (turn?.next !== "wait") {
      assert.deepEqual(turn, { next: "end", because: "exhausted" });
      break;
    }
    clock.advance(turn.until.getTime() - clock.now().getTime() - 1_000);
    await untilIdle("deliveries");
    assert.equal(queue.of(deliveryId).length, times, "not a second earlier");
    clock.advance(1_000);
    wake("deliveries");
  }
  const startedAt = (await storedAttempts(deliveryId)).map(({ startedAt: at }) => at.getTime() / 1_000);
  const [first = 0] = startedAt;
  assert.deepEqual(
    startedAt.map((at) => at - first),
    [0, 60, 360, 2_160, 9_360, 52_560, 138_960],
  );
});

test("a retry goes out when it is due, though nothing else happens and no sweep comes by", async (t) => {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const queue = collectHandOvers(t);
  const { deliveryId } = await createTestDelivery(receiver.url);
  await queue.waitFor(deliveryId, 1);
  assert.deepEqual(nexts(await runDeliveries([{ deliveryId }])), ["wait"]);
  clock.advance(59_000);
  wake("deliveries");
  await untilIdle("deliveries");
  assert.equal(queue.of(deliveryId).length, 1);
  clock.advance(1_000);
  await queue.waitFor(deliveryId, 2);
});

test("a run that finds another worker at it comes back when that one's claim has ended", async (t) => {
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
    { next: "wait", until: new Date("2026-03-02T10:01:00.000Z") },
    { next: "end", because: "gone" },
    { next: "end", because: "delivered" },
  ]);
});

test("an event that an earlier version sent names one delivery, and it is attempted", async () => {
  withFakeClock(START);
  const receiver = await startReceiver();
  const { deliveryId } = await createTestDelivery(receiver.url);
  await giveSender(deliveryId);
  assert.deepEqual(nexts(await runDeliveries(deliveriesIn({ deliveryId, handoff: 1 }))), ["end"]);
  assert.equal(receiver.received.length, 1);
});
