import assert from "node:assert/strict";
import { test } from "node:test";
import { retryDelivery, sweepDeliveries } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { listRunsOf } from "@/server/testing/engine/engine";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestDelivery, storedAttempts, storedDelivery } from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus } from "@/server/testing/factories/webhook-subscriptions";
import { advanceTestClock } from "@/server/testing/sandbox-clock";
import { waitUntil } from "@/server/testing/wait-until";

// Shortens the first two and a half hours of contract 8 to two and a half seconds.
process.env.WEBHOOK_RETRY_DIVISOR = "3600";
withTestDatabase();
allowLocalhost();

const FUNCTION = "closed-loop-retry-webhook";
const WITHIN_MS = 30_000;

const runs = async () => (await listRunsOf(FUNCTION)).map(({ status, output }) => ({ status, output }));
const stepsOfRuns = async () => {
  const rows = await queryTestDatabase<{ steps: string }>(
    "SELECT steps FROM engine_runs WHERE function_id = $1 ORDER BY id",
    [FUNCTION],
  );
  return rows.flatMap(({ steps }) => JSON.parse(steps) as { name: string }[]).map(({ name }) => name);
};
const forgetRuns = () => queryTestDatabase("DELETE FROM engine_runs");
const untilStatus = (id: string, status: string) =>
  waitUntil(`it to be ${status}`, async () => (await storedDelivery(id)).status === status, WITHIN_MS);

const delay = (interval: string) =>
  queryTestDatabase(
    `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '${interval}', handed_over_at = NULL WHERE status = 'failed'`,
  );

test("a failing delivery is one run on the engine, whose steps are its attempts, each when it is due", async (t) => {
  const receiver = await startReceiver();
  receiver.answerWith((response) => response.writeHead(receiver.received.length < 5 ? 500 : 200).end());
  const { deliveryId } = await createTestDelivery(receiver.url);
  await startDeliveries(t);
  await untilStatus(deliveryId, "delivered");
  await waitUntil("the end of its run", async () => (await runs())[0]?.status === "completed");
  assert.deepEqual(await runs(), [{ status: "completed", output: { next: "end", because: "delivered" } }]);
  // The second attempt may already be due when the run starts, which makes this step optional.
  assert.deepEqual(
    (await stepsOfRuns()).filter((name) => name !== "until attempt 2"),
    ["attempt 2", "until attempt 3", "attempt 3", "until attempt 4", "attempt 4", "until attempt 5", "attempt 5"],
  );
  const DELAYS = [0, 60, 300, 1_800, 7_200];
  const lateMs = (await storedAttempts(deliveryId)).map(({ startedAt }, i, all) => {
    const before = all[i - 1]?.startedAt ?? startedAt;
    return startedAt.getTime() - before.getTime() - (DELAYS[i] ?? 0) / 3.6;
  });
  assert.equal(lateMs.length, 5);
  assert.ok(
    lateMs.every((late) => late >= -1),
    lateMs.join(" "),
  );
  t.diagnostic(`late by ${lateMs.map((late) => Math.round(late)).join(", ")} ms`);
});

async function sleepingRun(t: Parameters<typeof startDeliveries>[0]) {
  await queryTestDatabase("UPDATE webhook_deliveries SET next_attempt_at = NULL, handed_over_at = NULL");
  await forgetRuns();
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const delivery = await createTestDelivery(receiver.url);
  await queryTestDatabase(
    `UPDATE webhook_deliveries SET attempt = 1, status = 'failed', error = 'failed',
      next_attempt_at = now() + interval '1 hour' WHERE id = $1`,
    [delivery.deliveryId],
  );
  await startDeliveries(t);
  const isSleeping = async () => {
    const [row] = await queryTestDatabase<{ at: Date }>(
      "SELECT run_at AS at FROM engine_runs WHERE sleep_name IS NOT NULL AND status = 'running'",
    );
    return (
      row !== undefined && row.at.getTime() === (await storedDelivery(delivery.deliveryId)).nextAttemptAt?.getTime()
    );
  };
  await waitUntil("its run to sleep until the next attempt", isSleeping, WITHIN_MS);
  receiver.answerWith(200);
  return { receiver, isSleeping, ...delivery };
}

test("a retry by hand cancels the run that sleeps, and another makes the attempt", async (t) => {
  const { receiver, tenant, subscriptionId, deliveryId } = await sleepingRun(t);
  await retryDelivery(tenantCaller(tenant), { subscriptionId, deliveryId }, null);
  await untilStatus(deliveryId, "delivered");
  await waitUntil("the end of both runs", async () => (await runs()).every(({ status }) => status !== "running"));
  assert.deepEqual(
    (await runs()).map(({ status }) => status),
    ["cancelled", "completed"],
  );
  assert.equal(receiver.received.length, 1);
});

test("a jump of the sandbox clock to a delivery's time cancels the run that sleeps, and another makes the attempt", async (t) => {
  const { receiver, tenant, deliveryId } = await sleepingRun(t);
  await advanceTestClock(tenant, { hours: 2 });
  assert.equal((await storedDelivery(deliveryId)).status, "delivered");
  await waitUntil("the end of both runs", async () => (await runs()).every(({ status }) => status !== "running"));
  assert.deepEqual(
    (await runs()).map(({ status }) => status),
    ["cancelled", "completed"],
  );
  assert.equal(receiver.received.length, 1);
});

test("a subscription paused when its run wakes has another once it is active", async (t) => {
  const { tenant, subscriptionId, deliveryId } = await sleepingRun(t);
  await setSubscriptionStatus(tenant, subscriptionId, "paused");
  await delay("1 second");
  await sweepDeliveries({ now: now() });
  await waitUntil("the delivery to be put aside", async () => (await storedDelivery(deliveryId)).isDeferred, WITHIN_MS);
  await setSubscriptionStatus(tenant, subscriptionId, "active");
  await untilStatus(deliveryId, "delivered");
});

test("an engine without its runs costs a delivery nothing: the sweep begins another", async (t) => {
  const { receiver, deliveryId } = await sleepingRun(t);
  await forgetRuns();
  await queryTestDatabase(
    `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '61 seconds',
      handed_over_at = now() - interval '1 hour' WHERE id = $1`,
    [deliveryId],
  );
  await sweepDeliveries({ now: now() });
  await untilStatus(deliveryId, "delivered");
  assert.equal(receiver.received.length, 1);
});
