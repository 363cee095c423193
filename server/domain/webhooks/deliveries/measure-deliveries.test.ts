import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller } from "@/server/domain/caller";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { countOverdueDeliveries, measureDeliveries } from "./measure-deliveries";

withTestDatabase();
allowLocalhost();

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

function countOverdue(): Promise<number> {
  const id = newRecordId(now());
  const who = { userId: id, email: "operator@network.test", isShared: false } as const;
  const caller: OperatorCaller = { kind: "operator", ...who, environment: "test", now: now(), requestId: id };
  return countOverdueDeliveries(caller);
}

/** One delivery per given clock lead, and no others. */
async function startAfresh(...ahead: readonly number[]) {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  await getPrisma().webhookDelivery.updateMany({ data: { isDeferred: true, hasSender: false } });
  const { url } = await startReceiver();
  const deliveries = [];
  for (const aheadMs of ahead) {
    const delivery = await createTestDelivery(url);
    const tenantId = delivery.tenant.id;
    if (aheadMs > 0) await getPrisma().sandboxClock.create({ data: { tenantId, aheadMs: BigInt(aheadMs) } });
    deliveries.push({
      ...delivery,
      setDue: (inMs: number, handedOverAt: Date | null = null) =>
        getPrisma().webhookDelivery.update({
          where: { id: delivery.deliveryId },
          data: { nextAttemptAt: new Date(clock.now().getTime() + inMs), handedOverAt },
        }),
    });
  }
  return deliveries;
}

test("a delivery is late by the clock of its tenant", async () => {
  const [real, ahead] = await startAfresh(0, DAY_MS);
  assert.ok(real && ahead);
  for (const handedOverAt of [null, now()]) {
    await real.setDue(HOUR_MS, handedOverAt);
    await ahead.setDue(DAY_MS - 59 * SECOND_MS, handedOverAt);
    assert.equal(await countOverdue(), 0, "59 seconds late");
    assert.deepEqual(await measureDeliveries({ now: now() }), {
      due: 1,
      overdue: 0,
      underWay: 0,
      waiting: 1,
      deferred: 0,
      oldestDueSeconds: 59,
    });
    await ahead.setDue(DAY_MS - 61 * SECOND_MS, handedOverAt);
    assert.equal(await countOverdue(), 1, "61 seconds late, and a day from now by real time");
    await ahead.setDue(DAY_MS + HOUR_MS, handedOverAt);
    assert.equal(await countOverdue(), 0, "due in an hour");
    assert.deepEqual((await measureDeliveries({ now: now() })).waiting, 2);
    await real.setDue(-HOUR_MS, handedOverAt);
    await ahead.setDue(-HOUR_MS, handedOverAt);
    assert.equal(await countOverdue(), 2, "by either clock, each once");
    const { due, overdue, waiting } = await measureDeliveries({ now: now() });
    assert.deepEqual([due, overdue, waiting], [2, 2, 0]);
  }
});

test("in live, and where a delivery is put aside, a sandbox clock makes nothing late", async () => {
  const [live, deferred] = await startAfresh(DAY_MS, DAY_MS);
  assert.ok(live && deferred);
  const { webhookDelivery, webhookSubscription } = getPrisma();
  await webhookSubscription.update({ where: { id: live.subscriptionId }, data: { environment: "live" } });
  for (const each of [live, deferred]) await each.setDue(HOUR_MS);
  await webhookDelivery.update({ where: { id: deferred.deliveryId }, data: { isDeferred: true } });
  assert.equal(await countOverdue(), 0);
});
