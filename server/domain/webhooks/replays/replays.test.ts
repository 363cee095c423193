import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { DAY_MS, now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { advanceReplays, findReplay, replayEvents } from "..";

withTestDatabase();

/** Subscribes after the approvals, so their events have no deliveries. */
async function missing(count: number) {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  for (let made = 0; made < count; made += 1) await authorize(tenant, card, 1);
  const { row } = await subscribe(tenant, { events: ["authorization.approved"] });
  return { tenant, subscriptionId: row.id };
}

const statuses = ["missed", "failed", "exhausted"] as const;

const start = (tenant: TestTenant, subscriptionId: string) =>
  replayEvents(
    tenantCaller(tenant),
    { subscriptionId, since: null, until: null, statuses, types: null, isPreview: false },
    null,
  );

test("several at once send each event once", async () => {
  const { tenant, subscriptionId } = await missing(20);
  assert.equal((await start(tenant, subscriptionId)).total, 20);
  const steps = await Promise.all([1, 2, 3].map(() => advanceReplays({ now: now() })));
  assert.equal(
    steps.reduce((sum, { sent }) => sum + sent, 0),
    20,
  );
  assert.equal((await deliveriesOf(subscriptionId)).length, 20);
  const replay = await findReplay(tenantCaller(tenant), { subscriptionId });
  assert.deepEqual([replay?.done, replay?.state], [20, "done"]);
});

test("a delivery that has used all its attempts is neither counted nor sent", async () => {
  const { tenant, subscriptionId } = await missing(2);
  await start(tenant, subscriptionId);
  await advanceReplays({ now: now() });
  const [used = "", failed = ""] = await deliveriesOf(subscriptionId);
  const exhausted = { status: "exhausted", error: "refused", nextAttemptAt: null, handedOverAt: null } as const;
  await getPrisma().webhookDelivery.update({ where: { id: used }, data: { ...exhausted, attempt: 50 } });
  await getPrisma().webhookDelivery.update({ where: { id: failed }, data: { ...exhausted, attempt: 7 } });
  assert.equal((await start(tenant, subscriptionId)).total, 1);
  await advanceReplays({ now: now() });
  const due = await getPrisma().webhookDelivery.findMany({ where: { subscriptionId, nextAttemptAt: { not: null } } });
  assert.deepEqual(
    due.map(({ id }) => id),
    [failed],
  );
});

test("a replay that an older version began ends, and makes room for another", async () => {
  const { tenant, subscriptionId } = await missing(1);
  await queryTestDatabase(
    `INSERT INTO replays (id, subscription_id, key, total, after_at, after_id, created_at, statuses, event_types)
      VALUES ($1, $2, $1, 1, $3, '', $3, '{}', '{}')`,
    [newRecordId(now()), subscriptionId, new Date(now().getTime() - DAY_MS)],
  );
  assert.deepEqual(await advanceReplays({ now: now() }), { sent: 0, isMore: false });
  assert.equal((await findReplay(tenantCaller(tenant), { subscriptionId }))?.state, "stopped");
  assert.equal((await start(tenant, subscriptionId)).state, "running");
});
