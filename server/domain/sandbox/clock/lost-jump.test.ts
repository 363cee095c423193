import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { endJump, findAheadMs, findOpenJump, setClockTo } from "@/server/domain/sandbox-clock";
import { untilIdle } from "@/server/domain/wake";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { attemptAtOnce } from "@/server/testing/engine/delivery-queue";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestDelivery, storedAttempts, storedDelivery } from "@/server/testing/factories/webhook-deliveries";
import { beginJobs, finishJobs } from "@/server/testing/long-jobs";
import { advanceTestClock, readTestClock } from "@/server/testing/sandbox-clock";
import { sandboxJumps } from "./run-jump";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const HOUR_MS = 3_600_000;

/** Leaves a jump by a day, of a clock that is an hour ahead, as a dead process would. */
async function leaveJumpOpen({ id: tenantId }: TestTenant): Promise<void> {
  const [fromAt, toAt] = [new Date(now().getTime() + HOUR_MS), new Date(now().getTime() + DAY_MS)];
  const jump = { id: newRecordId(now()), tenantId, askedAs: "a request", askedAt: now(), fromAt, toAt };
  await getPrisma().sandboxJump.create({ data: jump });
}

for (const died of ["before its attempt", "in its attempt"] as const) {
  test(`a delivery whose worker died ${died} in a jump holds it up until it is made again`, async (t) => {
    const clock = withFakeClock(START);
    const receiver = await startReceiver();
    const tenant = await createTestTenant();
    await advanceTestClock(tenant, { hours: 1 });
    const { deliveryId } = await createTestDelivery(receiver.url, tenant);
    await leaveJumpOpen(tenant);
    const state = died === "in its attempt" ? "sending" : "given";
    const data = { state, since: clock.now(), handoff: 1 } as const;
    await getPrisma().webhookDelivery.update({ where: { id: deliveryId }, data });
    attemptAtOnce(t);
    const jump = finishJobs(sandboxJumps);
    await untilIdle("deliveries");
    assert.deepEqual([receiver.received.length, await findAheadMs(tenant.id)], [0, HOUR_MS]);
    clock.advance(90_000);
    await sweepDeliveries({ now: clock.now() });
    await jump;
    const attempts = await storedAttempts(deliveryId);
    assert.deepEqual(
      attempts.map(({ number, startedAt }) => [number, startedAt]),
      [[1, new Date(clock.now().getTime() + HOUR_MS)]],
    );
    assert.deepEqual([(await storedDelivery(deliveryId)).status, receiver.received.length], ["delivered", 1]);
    assert.equal((await readTestClock(tenant)).aheadSeconds, (DAY_MS - 90_000) / 1_000);
  });
}

test("a run that was replaced neither moves the clock nor ends the jump", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  await advanceTestClock(tenant, { hours: 1 });
  await leaveJumpOpen(tenant);
  const [lost] = await beginJobs(sandboxJumps);
  assert.ok(lost);
  assert.deepEqual(await beginJobs(sandboxJumps), []);
  clock.advance(6 * 60_000);
  const [taken] = await beginJobs(sandboxJumps);
  assert.ok(taken);
  const jump = { ...lost, tenantId: tenant.id, toAt: new Date(clock.now().getTime() + DAY_MS), finishedAt: null };
  assert.equal(await setClockTo(jump, jump.toAt), false);
  assert.equal(await endJump(jump), undefined);
  assert.equal(await findAheadMs(tenant.id), HOUR_MS);
  assert.ok(await findOpenJump(tenant.id));
  while ((await sandboxJumps.step(taken)).isMore);
  assert.equal(await findOpenJump(tenant.id), null);
});
