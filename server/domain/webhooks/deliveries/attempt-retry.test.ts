import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { untilIdle } from "@/server/domain/wake";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { createTestDelivery, deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { multiplyDelivery } from "@/server/testing/faults/dead-host";
import { waitUntil } from "@/server/testing/wait-until";
import { attemptRetry } from "./deliver";

process.env.WEBHOOK_SENDERS = "64";
process.env.WEBHOOK_SENDERS_PER_SUBSCRIPTION = "8";
withTestDatabase();
allowLocalhost();

test("due retries begin at once up to their subscription's senders; the others wait for one", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const receiver = await startReceiver();
  const held: ServerResponse[] = [];
  receiver.answerWith((response) => void held.push(response));
  const { deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  await multiplyDelivery(deliveryId, 19);
  // As if each had failed once and its run had slept until now.
  await queryTestDatabase(
    "UPDATE webhook_deliveries SET attempt = 1, status = 'failed', handoff = 2, handed_over_at = next_attempt_at",
  );
  const queue = collectHandOvers(t);
  const ids = await deliveriesOf(subscriptionId);
  const attempts = ids.map((id) => attemptRetry({ deliveryId: id, run: 2, now: clock.now() }));
  let turned = 0;
  for (const attempt of attempts) void attempt.then(() => (turned += 1));
  // The others ask for a sender before one is free.
  await waitUntil("eight to begin, and twelve to ask", () => held.length === 8 && turned === 12);
  const begun = await queryTestDatabase<{ handoff: number }>("SELECT handoff FROM webhook_deliveries WHERE has_sender");
  assert.deepEqual(
    [begun.length, new Set(begun.map(({ handoff }) => handoff))],
    [8, new Set([2])],
    "by their own runs",
  );
  receiver.answerWith(200);
  for (const response of held) response.end();
  const turns = await Promise.all(attempts);
  const asked = ids.filter((_, i) => turns[i]?.next === "end" && "because" in turns[i] && turns[i].because === "asked");
  assert.equal(asked.length, 12);
  // The most that may be about to begin.
  await waitUntil("four of the others to have a sender", () => asked.filter((id) => queue.of(id)[0]).length === 4);
  await untilIdle("deliveries");
  assert.deepEqual(
    asked.map((id) => queue.of(id).map(({ handoff }) => handoff)).filter(({ length }) => length > 0),
    Array(4).fill([3]),
    "each once, and with it a run that begins at once",
  );
});
