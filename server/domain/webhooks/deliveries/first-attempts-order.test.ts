import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { untilIdle } from "@/server/domain/wake";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { collectHandOvers } from "@/server/testing/engine/delivery-queue";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { deliveriesOf, finishReplay, runOnce, storedDelivery } from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus, subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { replayEvents } from "../replays/replay-events";
import { claimAttempt } from "./deliver";
import { sweepDeliveries } from "./hand-over";

withTestDatabase();
allowLocalhost();

async function createOrderedDeliveries(t: TestContext) {
  const queue = collectHandOvers(t);
  const receiver = await startReceiver();
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant, { url: receiver.url });
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 40);
  await capture(tenant, recordId, 10);
  await reverse(tenant, recordId);
  const [first = "", second = "", third = ""] = await deliveriesOf(row.id);
  await untilIdle("deliveries");
  return {
    queue,
    receiver,
    tenant,
    card,
    subscriptionId: row.id,
    first,
    second,
    third,
    handedOver: () => [first, second, third].map((id) => queue.of(id).length > 0),
    run: async (id: string) => {
      await queue.waitFor(id, 1);
      const turn = await runOnce(id);
      await untilIdle("deliveries");
      return turn;
    },
    arrived: () => receiver.received.map(({ headers }) => headers["x-svc-sequence"]),
  };
}

const HOUR_MS = 3_600_000;
const DELIVERED = { next: "end", because: "delivered" };
const ASKED = { next: "end", because: "asked" };

test("first attempts go out one after the other, the next as soon as the one before has ended", async (t) => {
  const { first, second, third, handedOver, run, arrived } = await createOrderedDeliveries(t);
  assert.deepEqual(handedOver(), [true, false, false]);
  for (const id of [third, second]) assert.deepEqual(await runOnce(id), ASKED);
  await untilIdle("deliveries");
  assert.deepEqual([handedOver(), arrived()], [[true, false, false], []]);
  await run(first);
  assert.deepEqual(handedOver(), [true, true, false]);
  await run(second);
  await run(third);
  assert.deepEqual(arrived(), ["1", "2", "3"]);
});

test("an earlier failure holds the others up for its first attempt only", async (t) => {
  const { receiver, first, second, third, run, arrived } = await createOrderedDeliveries(t);
  receiver.answerWith(500);
  await run(first);
  receiver.answerWith(200);
  for (const id of [second, third]) assert.deepEqual(await run(id), DELIVERED);
  assert.deepEqual(arrived(), ["1", "2", "3"]);
  assert.equal((await storedDelivery(first)).status, "failed");
});

test("nothing overtakes a first attempt under way", async (t) => {
  const { receiver, first, second, run, handedOver, arrived } = await createOrderedDeliveries(t);
  receiver.answerWith((response) => {
    void sweepDeliveries({ now: new Date() })
      .then(() => runOnce(second))
      .then((turn) => {
        assert.deepEqual([turn, handedOver()], [ASKED, [true, false, false]]);
        response.writeHead(500).end();
      });
  });
  await run(first);
  assert.deepEqual(arrived(), ["1"]);
});

test("other authorizations and other subscriptions do not wait", async (t) => {
  const { queue, tenant, card, handedOver } = await createOrderedDeliveries(t);
  const { row: other } = await subscribe(tenant, {});
  const { recordId } = await authorize(tenant, card, 1);
  await capture(tenant, recordId);
  const [approved = "", captured = ""] = await deliveriesOf(other.id);
  await queue.waitFor(approved, 1);
  await untilIdle("deliveries");
  assert.deepEqual(queue.of(captured), [], "its own order it keeps");
  assert.deepEqual(handedOver(), [true, false, false]);
});

test("a worker's death in the first attempt gives its turn away with its lease", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { first, second, run, arrived } = await createOrderedDeliveries(t);
  assert.ok(await claimAttempt(first, clock.now()));
  assert.deepEqual(await runOnce(second), ASKED);
  clock.advance(30_000);
  await run(first);
  await run(second);
  assert.deepEqual(arrived(), ["1", "2"]);
});

test("a pause stops all of them and its end lets them go on in order; a revocation changes nothing", async (t) => {
  const { tenant, subscriptionId, first, second, third, run, arrived } = await createOrderedDeliveries(t);
  await setSubscriptionStatus(tenant, subscriptionId, "paused");
  assert.deepEqual(await run(first), { next: "end", because: "deferred" });
  await setSubscriptionStatus(tenant, subscriptionId, "active");
  assert.deepEqual(await runOnce(second), ASKED);
  await untilIdle("deliveries");
  await run(first);
  await setSubscriptionStatus(tenant, subscriptionId, "revoked");
  for (const id of [second, third]) await run(id);
  assert.deepEqual(arrived(), ["1", "2", "3"]);
});

for (const sent of ["failed", "exhausted", "delivered", "missed"] as const) {
  test(`deliveries that had ${sent} are replayed in the order of their events, one after the other`, async (t) => {
    const { receiver, tenant, subscriptionId, first, second, third, handedOver, queue } =
      await createOrderedDeliveries(t);
    const ids = [first, second, third];
    if (sent === "missed") await getPrisma().webhookDelivery.deleteMany({ where: { subscriptionId } });
    const attempted = { attempt: sent === "exhausted" ? 7 : 1, hasSender: false };
    const dueAt = sent === "failed" ? new Date(Date.now() + HOUR_MS) : null;
    const error = sent === "delivered" ? null : "refused";
    const deliveredAt = sent === "delivered" ? new Date() : null;
    const data = { ...attempted, error, deliveredAt, nextAttemptAt: dueAt, handedOverAt: dueAt && new Date() };
    if (sent !== "missed") {
      await getPrisma().webhookDelivery.updateMany({ where: { subscriptionId }, data: { ...data, status: sent } });
    }
    assert.deepEqual(handedOver(), [true, false, false]);
    const span = { since: null, until: null, types: null, isPreview: false };
    await replayEvents(tenantCaller(tenant), { subscriptionId, ...span, statuses: [sent] }, null);
    await finishReplay(subscriptionId);
    await untilIdle("deliveries");
    const replayed = sent === "missed" ? await deliveriesOf(subscriptionId) : ids;
    assert.equal(replayed.length, 3);
    for (const [i, id] of replayed.entries()) {
      await queue.waitFor(id, id === first ? 2 : 1);
      const later = replayed.slice(i + 1);
      assert.ok(
        later.every((one) => queue.of(one).length === 0),
        "nothing later is under way",
      );
      await runOnce(id);
      await untilIdle("deliveries");
    }
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers["x-svc-sequence"]),
      ["1", "2", "3"],
    );
  });
}

test("what has failed and came due during a pause is sent oldest first after it, one after the other", async (t) => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { queue, receiver, tenant, subscriptionId, first, second, third, run } = await createOrderedDeliveries(t);
  receiver.answerWith(500);
  for (const id of [first, second, third]) await run(id);
  await setSubscriptionStatus(tenant, subscriptionId, "paused");
  // The later, the sooner: each was due at another moment of the pause.
  for (const [i, id] of [third, second, first].entries()) {
    const nextAttemptAt = new Date(clock.now().getTime() + i * 1_000);
    await getPrisma().webhookDelivery.update({ where: { id }, data: { nextAttemptAt, dueAt: nextAttemptAt } });
  }
  clock.advance(HOUR_MS);
  await sweepDeliveries({ now: clock.now() });
  await untilIdle("deliveries");
  receiver.answerWith(200);
  receiver.received.length = 0;
  await setSubscriptionStatus(tenant, subscriptionId, "active");
  await untilIdle("deliveries");
  for (const [i, id] of [first, second, third].entries()) {
    await queue.waitFor(id, 2);
    const later = [first, second, third].slice(i + 1);
    assert.ok(
      later.every((one) => queue.of(one).length === 1),
      "nothing later is under way",
    );
    assert.deepEqual(await runOnce(id), DELIVERED);
    await untilIdle("deliveries");
  }
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers["x-svc-sequence"]),
    ["1", "2", "3"],
  );
});

test("a failure in a replay holds the others up for that attempt only", async (t) => {
  const { receiver, tenant, subscriptionId, first, second, third, queue } = await createOrderedDeliveries(t);
  const dueAt = new Date(Date.now() + HOUR_MS);
  const data = { status: "failed", attempt: 1, error: "refused", hasSender: false, nextAttemptAt: dueAt } as const;
  await getPrisma().webhookDelivery.updateMany({ where: { subscriptionId }, data: { ...data, handedOverAt: dueAt } });
  const span = { since: null, until: null, types: null, isPreview: false };
  await replayEvents(tenantCaller(tenant), { subscriptionId, ...span, statuses: ["failed"] }, null);
  await finishReplay(subscriptionId);
  receiver.answerWith(500);
  await queue.waitFor(first, 2);
  await runOnce(first);
  receiver.answerWith(200);
  for (const id of [second, third]) {
    await queue.waitFor(id, 1);
    assert.deepEqual(await runOnce(id), DELIVERED);
  }
  assert.equal((await storedDelivery(first)).status, "failed");
});
