import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { retryDelivery, untilBellIsAnswered } from "@/server/domain/webhooks";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestDelivery, storedAttempts, storedDelivery } from "@/server/testing/factories/webhook-deliveries";
import { type DeliverySteps, runDelivery } from "./deliver-webhook";

withTestDatabase();
allowLocalhost();

const HOUR = 3_600;

/** Runs each step as Inngest would, but for the waiting: the clock is moved on instead. */
function stepsOn(clock: ReturnType<typeof withFakeClock>, onWait: (turn: number) => Promise<boolean>) {
  const waits: number[] = [];
  const beginRun = (): DeliverySteps => {
    const names = new Set<string>();
    return {
      waitForEvent: async (id, { timeout }) => {
        assert.ok(!names.has(id), "step ids are unique");
        names.add(id);
        const seconds = Number(timeout.replace(/s$/, ""));
        waits.push(seconds);
        const isWoken = await onWait(waits.length);
        clock.advance(isWoken ? 1_000 : seconds * 1_000);
      },
    };
  };
  return { beginRun, waits };
}

/** One run after the other, each begun by its handing over; what the last of them said, and what those before it did. */
async function runAll(t: TestContext, deliveryId: string, beginRun: () => DeliverySteps): Promise<string[]> {
  const queue = collectHandOvers(t);
  const said: string[] = [];
  do {
    const { handoff } = await queue.waitFor(deliveryId, said.length + 1);
    said.push(await runDelivery({ deliveryId, handoff }, beginRun()));
  } while (said.at(-1) === "asked" || said.at(-1) === "superseded");
  return said;
}

test("a delivery that fails waits as contract 8 says, at most an hour at a time, and ends after seven attempts", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { deliveryId } = await createTestDelivery(receiver.url);
  const { beginRun, waits } = stepsOn(clock, async () => false);
  assert.deepEqual(await runAll(t, deliveryId, beginRun), [...Array(6).fill("asked"), "exhausted"]);
  assert.deepEqual(waits, [60, 300, 1_800, ...Array(2 + 12 + 24).fill(HOUR)]);
  const startedAt = (await storedAttempts(deliveryId)).map(({ startedAt: at }) => at.getTime() / 1_000);
  const [first = 0] = startedAt;
  assert.deepEqual(
    startedAt.map((at) => at - first),
    [0, 60, 360, 2_160, 9_360, 52_560, 138_960],
  );
});

test("a retry by hand ends a wait early; a wake without a reason changes nothing", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  const { beginRun, waits } = stepsOn(clock, async (wait) => {
    if (wait === 2) {
      receiver.answerWith(200);
      await retryDelivery(tenantCaller({ ...tenant }), { subscriptionId, deliveryId }, null);
      await untilBellIsAnswered();
    }
    return true;
  });
  assert.deepEqual(await runAll(t, deliveryId, beginRun), ["delivered"]);
  assert.deepEqual(waits, [60, 59]);
  assert.equal((await storedDelivery(deliveryId)).attempt, 2);
});
