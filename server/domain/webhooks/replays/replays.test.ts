import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { bindJobQueue, type DueJob, handOverJobs } from "@/server/domain/long-jobs";
import { untilIdle } from "@/server/domain/wake";
import { DAY_MS, now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { attempt, deliveriesOf, finishReplay, stepReplay } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { waitUntil } from "@/server/testing/wait-until";

import { pageOf } from "../../list";
import { deliveryList, findReplay, getReplay, replayEvents, replays, retryDelivery, skippedBy } from "..";

withTestDatabase();
allowLocalhost();

/** Subscribes after the approvals, so their events have no deliveries. */
async function missing(count: number, url?: string) {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  for (let made = 0; made < count; made += 1) await authorize(tenant, card, 1);
  const { row } = await subscribe(tenant, { events: ["authorization.approved"], ...(url ? { url } : {}) });
  return { tenant, subscriptionId: row.id };
}

const statuses = ["missed", "failed", "exhausted"] as const;

const start = (tenant: TestTenant, subscriptionId: string) =>
  replayEvents(
    tenantCaller(tenant),
    { subscriptionId, since: null, until: null, statuses, types: null, isPreview: false },
    null,
  );

test("two runs of one replay at once send each event once", async () => {
  const { tenant, subscriptionId } = await missing(20);
  const { id, run, total } = await start(tenant, subscriptionId);
  assert.ok(id !== null && total === 20);
  await Promise.all([1, 2, 3].map(() => replays.step({ id, run }, { stepMs: 0 })));
  assert.equal((await deliveriesOf(subscriptionId)).length, 20);
  const replay = await findReplay(tenantCaller(tenant), { subscriptionId });
  assert.deepEqual([replay?.done, replay?.state], [20, "done"]);
});

test("each replay has a run of its own, and a run that was replaced or handed on does nothing", async (t) => {
  const handedOver: DueJob[] = [];
  t.after(() => bindJobQueue([], null));
  bindJobQueue([replays], async (_, due) => void handedOver.push(...due));
  const of = (wanted: string | null) => handedOver.filter(({ id }) => id === wanted);
  const [one, other] = [await missing(1), await missing(1)];
  const { id } = await start(one.tenant, one.subscriptionId);
  const { id: otherId } = await start(other.tenant, other.subscriptionId);
  const [first] = await waitUntil("a run of each", () => of(otherId).length === 1 && of(id).length === 1 && of(id));
  assert.ok(first);
  await replays.handOn(first);
  const [, second] = await waitUntil("another run", () => of(id).length === 2 && of(id));
  assert.ok(second);
  await replays.step(first);
  assert.equal((await deliveriesOf(one.subscriptionId)).length, 0);
  await replays.step(second);
  assert.equal((await deliveriesOf(one.subscriptionId)).length, 1);
  await untilIdle("jobs");
  assert.equal(of(otherId).length, 1);
});

test("a replay refused by the queue goes on waiting, and one lost after ten runs is stopped", async (t) => {
  const { tenant, subscriptionId } = await missing(1);
  const { id } = await start(tenant, subscriptionId);
  t.after(() => bindJobQueue([], null));
  const state = async () => (await findReplay(tenantCaller(tenant), { subscriptionId }))?.state;
  bindJobQueue([replays], () => Promise.reject(new Error("the engine is away")));
  await untilIdle("jobs");
  for (let tried = 0; tried < 12; tried += 1) await assert.rejects(handOverJobs({ now: now() }), /away/);
  assert.equal(await state(), "running");
  bindJobQueue([replays], async () => undefined);
  await untilIdle("jobs");
  await queryTestDatabase("UPDATE replays SET touched_at = now() - interval '6 minutes' WHERE id = $1", [id]);
  await handOverJobs({ now: now() });
  assert.equal(await state(), "stopped");
});

test("a delivery without attempts left is neither counted nor sent", async () => {
  const { tenant, subscriptionId } = await missing(2);
  await start(tenant, subscriptionId);
  await finishReplay(subscriptionId);
  const [used = "", failed = ""] = await deliveriesOf(subscriptionId);
  const exhausted = { status: "exhausted", error: "refused", nextAttemptAt: null, handedOverAt: null } as const;
  await getPrisma().webhookDelivery.update({ where: { id: used }, data: { ...exhausted, attempt: 50 } });
  await getPrisma().webhookDelivery.update({ where: { id: failed }, data: { ...exhausted, attempt: 7 } });
  assert.equal((await start(tenant, subscriptionId)).total, 1);
  await finishReplay(subscriptionId);
  const due = await getPrisma().webhookDelivery.findMany({ where: { subscriptionId, nextAttemptAt: { not: null } } });
  assert.deepEqual(
    due.map(({ id }) => id),
    [failed],
  );
});

test("a replay tells what became of what it sent, and which", async () => {
  const receiver = await startReceiver();
  const { tenant, subscriptionId } = await missing(3, receiver.url);
  const caller = tenantCaller(tenant);
  const outcomes = async () => (await findReplay(caller, { subscriptionId }))?.outcomes;
  const { id: replayId, outcomes: none } = await start(tenant, subscriptionId);
  assert.deepEqual(none, { delivered: 0, failed: 0, exhausted: 0 });
  await finishReplay(subscriptionId);
  assert.deepEqual(await outcomes(), { delivered: 0, failed: 0, exhausted: 0 }, "those that wait are neither");
  const [refused = "", ...taken] = await deliveriesOf(subscriptionId);
  receiver.answerWith(500);
  await attempt(refused);
  receiver.answerWith(200);
  for (const id of taken) await attempt(id);
  assert.deepEqual(await outcomes(), { delivered: 2, failed: 1, exhausted: 0 });
  const list = await deliveryList(caller, { id: subscriptionId, replay: replayId, status: "failed" });
  assert.deepEqual(
    (await pageOf(list, { limit: 10 })).items.map(({ id }) => id),
    [refused],
  );
  await start(tenant, subscriptionId);
  assert.deepEqual(await outcomes(), { delivered: 0, failed: 0, exhausted: 0 }, "another replay counts anew");
});

test("what arrived before its turn is left out of a replay and counted, so that the counts add up to all events", async () => {
  const receiver = await startReceiver();
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const { row } = await subscribe(tenant, { events: ["authorization.approved"], url: receiver.url });
  for (let made = 0; made < 22; made += 1) await authorize(tenant, card, 1);
  const nextAttemptAt = new Date(now().getTime() + DAY_MS);
  const failed = { status: "failed", attempt: 1, error: "refused", nextAttemptAt, dueAt: nextAttemptAt } as const;
  await getPrisma().webhookDelivery.updateMany({ where: { subscriptionId: row.id }, data: failed });
  const caller = tenantCaller(tenant);
  assert.equal((await start(tenant, row.id)).total, 22);
  assert.equal((await stepReplay(row.id)).sent, 20);
  const [last = "", retried = "", ...sent] = (await deliveriesOf(row.id)).reverse();
  await retryDelivery(caller, { subscriptionId: row.id, deliveryId: retried }, null);
  for (const id of [retried, ...sent]) await attempt(id);
  await finishReplay(row.id);
  await attempt(last);
  const replay = await getReplay(caller, { subscriptionId: row.id });
  assert.deepEqual([replay.state, replay.total, replay.done, skippedBy(replay)], ["done", 22, 21, 1]);
  assert.deepEqual(replay.outcomes, { delivered: 21, failed: 0, exhausted: 0 });
});

test("of events of one moment, no later one of an authorization is sent in a batch before an earlier one", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  for (let made = 0; made < 11; made += 1) await capture(tenant, (await authorize(tenant, card, 1)).recordId);
  const { row } = await subscribe(tenant, { events: ["authorization.approved", "authorization.captured"] });
  await queryTestDatabase("UPDATE events SET created_at = $1 WHERE tenant_id = $2", [
    new Date(now().getTime() - 60_000),
    tenant.id,
  ]);
  await start(tenant, row.id);
  assert.equal((await stepReplay(row.id)).sent, 20);
  const sent = await getPrisma().webhookDelivery.findMany({ where: { subscriptionId: row.id } });
  assert.equal(sent.filter(({ sequence }) => sequence === 1).length, 11);
});

test("a replay begun by an older version ends, and makes room for another", async () => {
  const { tenant, subscriptionId } = await missing(1);
  await queryTestDatabase(
    `INSERT INTO replays (id, subscription_id, key, total, after_at, after_id, created_at, statuses, event_types)
      VALUES ($1, $2, $1, 1, $3, '', $3, '{}', '{}')`,
    [newRecordId(now()), subscriptionId, new Date(now().getTime() - DAY_MS)],
  );
  assert.deepEqual(await stepReplay(subscriptionId), { isMore: false, restUntil: null, sent: 0 });
  assert.equal((await findReplay(tenantCaller(tenant), { subscriptionId }))?.state, "stopped");
  assert.equal((await start(tenant, subscriptionId)).state, "running");
});
