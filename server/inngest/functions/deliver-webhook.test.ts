import assert from "node:assert/strict";
import { test } from "node:test";
import { retryDelivery } from "@/server/domain/webhooks";
import { tenantCaller } from "@/server/testing/callers";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { allowLocalhost, startReceiver } from "@/server/testing/receiver";
import { createTestDelivery, storedAttempts, storedDelivery } from "@/server/testing/webhook-deliveries";
import { type DeliverySteps, runDelivery } from "./deliver-webhook";

withTestDatabase();
allowLocalhost();

const HOUR = 3_600;

/** Runs each step as Inngest would, but for the waiting: the clock is moved on instead. */
function stepsOn(clock: ReturnType<typeof withFakeClock>, onWait: (turn: number) => Promise<boolean>) {
  const waits: number[] = [];
  const names = new Set<string>();
  const steps: DeliverySteps = {
    waitForEvent: async (id, { timeout }) => {
      assert.ok(!names.has(id), "step ids are unique");
      names.add(id);
      const seconds = Number(timeout.replace(/s$/, ""));
      waits.push(seconds);
      const isWoken = await onWait(waits.length);
      clock.advance(isWoken ? 1_000 : seconds * 1_000);
    },
  };
  return { steps, waits };
}

test("a delivery that fails waits as spec 8 says, at most an hour at a time, and ends after seven attempts", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { deliveryId } = await createTestDelivery(receiver.url);
  const { steps, waits } = stepsOn(clock, async () => false);
  assert.equal(await runDelivery({ deliveryId, handoff: 1 }, steps), "exhausted");
  assert.deepEqual(waits, [60, 300, 1_800, ...Array(2 + 12 + 24).fill(HOUR)]);
  const startedAt = (await storedAttempts(deliveryId)).map(({ startedAt: at }) => at.getTime() / 1_000);
  const [first = 0] = startedAt;
  assert.deepEqual(
    startedAt.map((at) => at - first),
    [0, 60, 360, 2_160, 9_360, 52_560, 138_960],
  );
});

test("a retry by hand ends a wait early; a wake without a reason changes nothing", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  const { steps, waits } = stepsOn(clock, async (wait) => {
    if (wait === 2) {
      receiver.answerWith(200);
      await retryDelivery(tenantCaller({ ...tenant }), { subscriptionId, deliveryId }, null);
    }
    return true;
  });
  assert.equal(await runDelivery({ deliveryId, handoff: 1 }, steps), "delivered");
  assert.deepEqual(waits, [60, 59]);
  assert.equal((await storedDelivery(deliveryId)).attempt, 2);
});
