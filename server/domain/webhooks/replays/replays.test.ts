import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { DomainError } from "@/server/domain/errors";
import { now } from "@/server/platform/clock";
import { DAY_MS } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestDelivery, deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus } from "@/server/testing/factories/webhook-subscriptions";
import { waitUntil } from "@/server/testing/wait-until";
import { countReplayable, findReplay, startReplay, stopReplay } from "..";
import { advanceReplays } from "./advance-replays";

withTestDatabase({ isApp: true });

const URL = "https://receiver.example.com/hooks";
const ALL = { status: null, eventType: null } as const;
const refusedAs = (code: string) => (error: unknown) => error instanceof DomainError && error.code === code;

/** A subscription with so many deliveries that failed to the end, and one that arrived. */
async function failing(count: number) {
  const { tenant, subscriptionId, deliveryId } = await createTestDelivery(URL);
  const { staff } = await createTestPerson(tenant, "developer");
  const db = getPrisma();
  const [first] = await db.webhookDelivery.findMany({ where: { id: deliveryId } });
  assert.ok(first);
  const failed = {
    status: "exhausted",
    attempt: 7,
    error: "refused",
    nextAttemptAt: null,
    handedOverAt: null,
  } as const;
  const rows = Array.from({ length: count }, (_, index) => ({
    ...first,
    ...failed,
    id: `${deliveryId.slice(0, 12)}${String(index).padStart(5, "0")}`,
    createdAt: new Date(first.createdAt.getTime() - count + index),
  }));
  await db.webhookDelivery.createMany({ data: rows });
  const arrived = { status: "delivered", attempt: 1, deliveredAt: now(), nextAttemptAt: null } as const;
  await db.webhookDelivery.update({ where: { id: deliveryId }, data: arrived });
  return { tenant, staff, subscriptionId, ids: rows.map(({ id }) => id) };
}

const dueOf = async (subscriptionId: string) =>
  (
    await getPrisma().webhookDelivery.findMany({
      where: { subscriptionId, nextAttemptAt: { lte: now() } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    })
  ).map(({ id }) => id);

/** As if what is due had been sent, and had failed again. */
const sendDue = (subscriptionId: string) =>
  getPrisma().webhookDelivery.updateMany({
    where: { subscriptionId, nextAttemptAt: { lte: now() } },
    data: { nextAttemptAt: null, attempt: 8 },
  });

test("failed deliveries are made due oldest first, a batch at a time as senders take them, each once", async () => {
  const { staff, subscriptionId, ids } = await failing(120);
  assert.equal(await countReplayable(staff, { subscriptionId, ...ALL }), 120);
  const key = randomUUID();
  const started = await startReplay(staff, { subscriptionId, ...ALL, key });
  assert.deepEqual([started.total, started.done, started.state], [120, 0, "running"]);
  assert.equal((await startReplay(staff, { subscriptionId, ...ALL, key })).id, started.id, "pressed twice");
  assert.equal((await startReplay(staff, { subscriptionId, ...ALL, key: randomUUID() })).id, started.id, "by another");

  const seen: string[] = [];
  for (const expected of [50, 50, 20]) {
    assert.equal(await advanceReplays({ now: now() }), expected);
    assert.equal(await advanceReplays({ now: now() }), 0, "what is due comes first");
    seen.push(...(await dueOf(subscriptionId)));
    await sendDue(subscriptionId);
  }
  assert.deepEqual(seen, ids);
  const done = await findReplay(staff, { subscriptionId });
  assert.deepEqual([done?.done, done?.state], [120, "done"]);
  assert.equal(await advanceReplays({ now: now() }), 0);
  assert.equal((await startReplay(staff, { subscriptionId, ...ALL, key })).id, started.id, "and again after its end");
});

test("two that advance at once move no delivery twice", async () => {
  const { staff, subscriptionId } = await failing(30);
  await startReplay(staff, { subscriptionId, ...ALL, key: randomUUID() });
  const moved = await Promise.all([1, 2, 3].map(() => advanceReplays({ now: now() })));
  assert.equal(
    moved.reduce((sum, count) => sum + count, 0),
    30,
  );
  assert.equal((await findReplay(staff, { subscriptionId }))?.done, 30);
});

test("a filter holds, and what it doesn't let through stays as it is", async () => {
  const { staff, subscriptionId, ids } = await failing(4);
  await getPrisma().webhookDelivery.updateMany({
    where: { id: { in: ids.slice(0, 1) } },
    data: { status: "failed", nextAttemptAt: new Date(now().getTime() + 60_000) },
  });
  await getPrisma().webhookDelivery.updateMany({ where: { id: { in: ids.slice(1, 2) } }, data: { attempt: 50 } });
  const filter = { subscriptionId, status: "exhausted", eventType: "authorization.approved" } as const;
  assert.equal(await countReplayable(staff, filter), 2);
  assert.equal(await countReplayable(staff, { ...filter, eventType: "authorization.captured" }), 0);
  await assert.rejects(
    startReplay(staff, { ...filter, eventType: "authorization.captured", key: randomUUID() }),
    refusedAs("delivery_not_retryable"),
  );
  await startReplay(staff, { ...filter, key: randomUUID() });
  await advanceReplays({ now: now() });
  assert.deepEqual(await dueOf(subscriptionId), ids.slice(2));
});

test("it can be stopped, and ends where its subscription is paused; both stand in the audit log", async () => {
  const { tenant, staff, subscriptionId } = await failing(60);
  await startReplay(staff, { subscriptionId, ...ALL, key: randomUUID() });
  await advanceReplays({ now: now() });
  await stopReplay(staff, { subscriptionId });
  await stopReplay(staff, { subscriptionId });
  await sendDue(subscriptionId);
  assert.equal(await advanceReplays({ now: now() }), 0);
  assert.deepEqual((await findReplay(staff, { subscriptionId }))?.done, 50);

  await startReplay(staff, { subscriptionId, ...ALL, key: randomUUID() });
  await setSubscriptionStatus(tenant, subscriptionId, "paused");
  assert.equal(await advanceReplays({ now: now() }), 0);
  assert.equal((await findReplay(staff, { subscriptionId }))?.state, "stopped");
  await assert.rejects(
    startReplay(staff, { subscriptionId, ...ALL, key: randomUUID() }),
    refusedAs("subscription_paused"),
  );
  const audited = await getPrisma().auditRecord.findMany({
    where: { subjectId: subscriptionId, action: { contains: "replay" } },
    orderBy: { number: "asc" },
  });
  assert.deepEqual(
    audited.map(({ action, details }) => [action, details]),
    [
      ["webhook_subscription.replay_started", { deliveries: 60 }],
      ["webhook_subscription.replay_stopped", { deliveries: 50 }],
      ["webhook_subscription.replay_started", { deliveries: 60 }],
    ],
  );
});

test("another tenant's deliveries are neither counted, replayed, nor stopped", async () => {
  const { subscriptionId } = await failing(1);
  const { staff } = await createTestPerson(await createTestTenant(), "owner");
  const isHidden = refusedAs("subscription_not_found");
  await assert.rejects(countReplayable(staff, { subscriptionId, ...ALL }), isHidden);
  await assert.rejects(startReplay(staff, { subscriptionId, ...ALL, key: randomUUID() }), isHidden);
  await assert.rejects(stopReplay(staff, { subscriptionId }), isHidden);
  await assert.rejects(findReplay(staff, { subscriptionId }), isHidden);
  assert.equal(await advanceReplays({ now: now() }), 0);
});

test("a tenant whose sandbox clock is ahead has its deliveries due by that clock", async () => {
  const { tenant, staff, subscriptionId, ids } = await failing(2);
  const aheadMs = 2 * DAY_MS;
  await queryTestDatabase("INSERT INTO sandbox_clocks (tenant_id, ahead_ms) VALUES ($1, $2)", [tenant.id, aheadMs]);
  const ahead = { ...staff, now: new Date(now().getTime() + aheadMs), aheadMs };
  await startReplay(ahead, { subscriptionId, ...ALL, key: randomUUID() });
  assert.equal(await advanceReplays({ now: now() }), 2);
  const rows = await getPrisma().webhookDelivery.findMany({ where: { id: { in: ids } } });
  for (const { nextAttemptAt } of rows) assert.ok(nextAttemptAt && nextAttemptAt.getTime() >= ahead.now.getTime());
  assert.equal((await findReplay(ahead, { subscriptionId }))?.state, "done");
});

test("starting one wakes what sends: deliveries are handed over without a sweep", async (t) => {
  const { staff, subscriptionId, ids } = await failing(3);
  const handedOver = collectHandOvers(t);
  await startReplay(staff, { subscriptionId, ...ALL, key: randomUUID() });
  await handedOver.waitFor(ids[2] ?? "", 1);
  await waitUntil(
    "it is done",
    async () => (await findReplay(staff, { subscriptionId }))?.state === "done" || undefined,
  );
  assert.equal((await deliveriesOf(subscriptionId)).length, 4);
});
