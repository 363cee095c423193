import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { attempt, createTestDelivery, storedDelivery } from "@/server/testing/factories/webhook-deliveries";
import { attemptRetry, claimAttempt } from "./deliver";

// These queries write as builds did before deliveries had states.

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const HOUR_MS = 3_600_000;

const HANDS_OVER = "has_sender = true, handed_over_at = $2, handoff = handoff + 1";
const CLAIMS = "leased_until = $2::timestamptz + interval '30 seconds', handed_over_at = coalesce(handed_over_at, $2)";
const ASKS_AGAIN =
  "next_attempt_at = $2, handed_over_at = NULL, is_deferred = false, has_sender = has_sender AND leased_until > $2";
const FOLLOWS = "handed_over_at = $2, handoff = handoff + 1";
const FAILS = `status = 'failed', attempt = attempt + 1, leased_until = NULL, has_sender = false, error = 'refused',
  handed_over_at = NULL, next_attempt_at = $2::timestamptz + interval '1 minute'`;
const DELIVERS = `status = 'delivered', attempt = attempt + 1, leased_until = NULL, has_sender = false, error = NULL,
  handed_over_at = NULL, delivered_at = $2, next_attempt_at = NULL`;
const SETS_ASIDE = "is_deferred = true, has_sender = false, handed_over_at = $2";

async function start() {
  const clock = withFakeClock(START);
  const receiver = await startReceiver();
  const delivery = await createTestDelivery(receiver.url);
  const { deliveryId: id } = delivery;
  const write = async (set: string) => {
    await queryTestDatabase(`UPDATE webhook_deliveries SET ${set} WHERE id = $1`, [
      id,
      ...(set.includes("$2") ? [clock.now()] : []),
    ]);
    return (await storedDelivery(id)).state;
  };
  const asOlder = async () => {
    const { handedOverAt, hasSender, leasedUntil, isDeferred, nextAttemptAt } = await storedDelivery(id);
    return [handedOverAt !== null, hasSender, leasedUntil !== null, isDeferred, nextAttemptAt !== null];
  };
  return { clock, receiver, write, asOlder, ...delivery };
}

test("what an older build writes is the state that it means", async () => {
  const { clock, write, deliveryId } = await start();
  assert.equal(await write(HANDS_OVER), "given");
  assert.equal(await write(CLAIMS), "sending");
  assert.deepEqual((await storedDelivery(deliveryId)).since, clock.now());
  assert.equal(await write(ASKS_AGAIN), "sending_again");
  assert.equal(await write(CLAIMS), "sending");
  assert.equal(await write(FAILS), "waiting");
  assert.deepEqual((await storedDelivery(deliveryId)).dueAt, new Date(clock.now().getTime() + 60_000));
  assert.equal(await write(FOLLOWS), "sleeping");
  assert.equal(await write(ASKS_AGAIN), "waiting");
  assert.equal(await write(SETS_ASIDE), "paused");
  assert.equal(await write("is_deferred = false, handed_over_at = NULL"), "waiting");
  assert.equal(await write(DELIVERS), "ended");
  assert.equal((await storedDelivery(deliveryId)).dueAt, null);
  assert.equal(await write(ASKS_AGAIN), "waiting", "by a replay");
});

test("an older build finds what this one has written", async (t) => {
  const { clock, receiver, asOlder, deliveryId } = await start();
  receiver.answerWith(500);
  const queue = collectHandOvers(t);
  await queue.waitFor(deliveryId, 1);
  assert.deepEqual(await asOlder(), [true, true, false, false, true]);
  assert.ok(await claimAttempt(deliveryId, clock.now()));
  assert.deepEqual(await asOlder(), [true, true, true, false, true]);
  await getPrisma().webhookDelivery.update({ where: { id: deliveryId }, data: { state: "sending_again" } });
  assert.deepEqual(await asOlder(), [false, true, true, false, true]);
  clock.advance(30_000);
  assert.equal((await attempt(deliveryId)).next, "wait");
  await queue.waitForPlan(deliveryId, 1);
  assert.deepEqual(await asOlder(), [true, false, false, false, true]);
  await getPrisma().webhookDelivery.update({ where: { id: deliveryId }, data: { state: "paused" } });
  assert.deepEqual(await asOlder(), [false, false, false, true, true]);
});

test("each build takes over what the other has left in the middle of its way", async (t) => {
  const { clock, receiver, write, deliveryId } = await start();
  await write(HANDS_OVER);
  await write(CLAIMS);
  clock.advance(90_000);
  const queue = collectHandOvers(t);
  await sweepDeliveries({ now: clock.now() });
  await queue.waitFor(deliveryId, 1);
  receiver.answerWith(500);
  await attempt(deliveryId);
  const { run } = await queue.waitForPlan(deliveryId, 1);
  clock.advance(60_000);
  assert.equal(await write(`${CLAIMS}, has_sender = true`), "sending");
  assert.equal((await attemptRetry({ deliveryId, run, now: clock.now() })).next, "taken");
  assert.equal(await write(FAILS), "waiting");
  assert.equal((await queue.waitForPlan(deliveryId, 2)).attempt, 3);
});

test("what an older build writes by a clock that is ahead is due in real time, and a jump by it makes it due sooner", async () => {
  const { clock, write, tenant, deliveryId } = await start();
  await getPrisma().sandboxClock.create({ data: { tenantId: tenant.id, aheadMs: BigInt(HOUR_MS) } });
  const own = (ms: number) =>
    `next_attempt_at = '${new Date(clock.now().getTime() + ms).toISOString()}', handed_over_at = $2`;
  assert.equal(await write(own(3 * HOUR_MS)), "sleeping");
  const dueIn = async () => ((await storedDelivery(deliveryId)).dueAt?.getTime() ?? 0) - clock.now().getTime();
  assert.equal(await dueIn(), 2 * HOUR_MS);
  const shown = (await storedDelivery(deliveryId)).nextAttemptAt;
  await getPrisma().sandboxClock.update({ where: { tenantId: tenant.id }, data: { aheadMs: BigInt(2 * HOUR_MS) } });
  assert.equal(await dueIn(), HOUR_MS);
  const { state, nextAttemptAt } = await storedDelivery(deliveryId);
  assert.deepEqual([state, nextAttemptAt], ["waiting", shown]);
});
