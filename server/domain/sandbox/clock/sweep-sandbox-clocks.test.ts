import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { newRecordId } from "@/server/platform/ids";
import { assertBalance } from "@/server/testing/books";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestDelivery, runOnce, storedDelivery } from "@/server/testing/factories/webhook-deliveries";
import { finishJobs } from "@/server/testing/long-jobs";
import { advanceTestClock, readTestClock } from "@/server/testing/sandbox-clock";
import { sandboxJumps } from "./run-jump";
import { sweepSandboxClocks } from "./sweep-sandbox-clocks";

withTestDatabase();
allowLocalhost();

test("a jump under way elsewhere is passed over, and holds up neither other clocks nor other jumps", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const [held, left, resting] = [await createTestTenant(), await createTestTenant(), await createTestTenant()];
  const card = await createTestCard(resting);
  for (const tenant of [held, left, resting]) await advanceTestClock(tenant, { hours: 1 });
  await authorize(resting, card, 10);
  clock.advance(8 * DAY_MS);
  const beginJump = async ({ id: tenantId }: TestTenant, touchedAt: Date | null) => {
    const [fromAt, toAt] = [3_600_000, DAY_MS].map((aheadMs) => new Date(clock.now().getTime() + aheadMs));
    assert.ok(fromAt && toAt);
    const jump = { id: newRecordId(clock.now()), tenantId, askedAs: "a request", askedAt: clock.now() };
    await getPrisma().sandboxJump.create({ data: { ...jump, fromAt, toAt, touchedAt } });
  };
  await beginJump(held, clock.now());
  await beginJump(left, null);
  const began = performance.now();
  assert.deepEqual(await sweepSandboxClocks(), { clocks: 1 });
  assert.equal(await finishJobs(sandboxJumps), 1);
  assert.ok(performance.now() - began < 30_000);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  const ahead = async (tenant: TestTenant) => (await readTestClock(tenant)).aheadSeconds;
  assert.deepEqual([await ahead(held), await ahead(left), await ahead(resting)], [3_600, 86_400, 3_600]);
});

test("a delivery that a dead worker left is lost after a minute, however far its tenant’s clock is ahead", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const queue = collectHandOvers(t);
  const receiver = await startReceiver();
  const tenant = await createTestTenant();
  await advanceTestClock(tenant, { days: 3 });
  const { deliveryId } = await createTestDelivery(receiver.url, tenant);
  await queue.waitFor(deliveryId, 1);
  const { dueAt, nextAttemptAt } = await storedDelivery(deliveryId);
  assert.deepEqual([dueAt, nextAttemptAt], [clock.now(), new Date("2026-03-05T10:00:00.000Z")]);
  clock.advance(59_000);
  assert.equal((await sweepDeliveries({ now: clock.now() })).lost, 0);
  clock.advance(1_000);
  assert.equal((await sweepDeliveries({ now: clock.now() })).lost, 1);
  await queue.waitFor(deliveryId, 2);
  assert.equal((await runOnce(deliveryId)).next, "end");
  assert.equal((await runOnce(deliveryId)).next, "end");
  assert.equal(receiver.received.length, 1);
});
