import assert from "node:assert/strict";
import { test } from "node:test";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { parseEnv } from "@/server/platform/env";
import { processSingleton } from "@/server/platform/singleton";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { attempt, createTestDelivery, storedDelivery } from "@/server/testing/factories/webhook-deliveries";

withTestDatabase();
allowLocalhost();

const MINUTE_MS = 60_000;

function setPaused(isPaused: boolean): void {
  const env = processSingleton("env", () => parseEnv(process.env));
  Object.assign(env, { SEND_PAUSED: isPaused ? "1" : "0" });
}

test("paused sending makes and counts no attempt, and makes each afterwards", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const queue = collectHandOvers(t);
  const receiver = await startReceiver();
  const handedOver = await createTestDelivery(receiver.url);
  await queue.waitFor(handedOver.deliveryId, 1);
  setPaused(true);
  assert.deepEqual(await attempt(handedOver.deliveryId), { next: "end", because: "held_back" });
  const written = await createTestDelivery(receiver.url);
  for (let minute = 0; minute < 5; minute += 1) {
    clock.advance(MINUTE_MS);
    await sweepDeliveries({ now: clock.now() });
  }
  assert.deepEqual(queue.of(written.deliveryId), []);
  assert.deepEqual(receiver.received, []);
  setPaused(false);
  await sweepDeliveries({ now: clock.now() });
  for (const { deliveryId } of [handedOver, written]) {
    assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
    assert.equal((await storedDelivery(deliveryId)).attempt, 1);
  }
});
