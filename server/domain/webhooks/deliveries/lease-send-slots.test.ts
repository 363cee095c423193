import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { attempt, deliveriesOf, storedDelivery } from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus, subscribe } from "@/server/testing/factories/webhook-subscriptions";
import type { DueDelivery } from "../ports";
import { claimAttempt } from "./deliver";
import { leaseSendSlots, observeBeginning } from "./lease-send-slots";

withTestDatabase();

process.env.WEBHOOK_SENDERS = "64";
process.env.WEBHOOK_SENDERS_PER_SUBSCRIPTION = "8";

const START = "2026-03-02T10:00:00.000Z";

/** No other tenant has deliveries due. */
async function startAfresh() {
  const clock = withFakeClock(START);
  await getPrisma().webhookDelivery.updateMany({ data: { isDeferred: true, hasSender: false } });
  const subscribeWith = async (tenant: TestTenant, count: number): Promise<string> => {
    const { id } = (await subscribe(tenant, { events: ["authorization.declined"] })).row;
    const card = await createTestCard(tenant);
    const { recordId } = await authorize(tenant, card, 1);
    const event = await getPrisma().event.findFirstOrThrow({ where: { authorizationId: recordId } });
    await getPrisma().webhookDelivery.createMany({
      data: Array.from({ length: count }, (_, i) => ({
        id: `${id.slice(0, 12)}${String(i).padStart(5, "0")}`,
        subscriptionId: id,
        eventId: event.id,
        eventType: event.type,
        sequence: 1,
        createdAt: clock.now(),
        nextAttemptAt: clock.now(),
      })),
    });
    return id;
  };
  const held = async (subscriptionIds: readonly string[]) =>
    await Promise.all(
      subscriptionIds.map((subscriptionId) =>
        getPrisma().webhookDelivery.count({ where: { subscriptionId, hasSender: true } }),
      ),
    );
  return { clock, subscribeWith, held };
}

/** Until no more is given, while each one handed over begins at once. */
async function giveAll(now: Date) {
  const given: DueDelivery[] = [];
  for (;;) {
    const some = await leaseSendSlots(now);
    if (some.length === 0) return given;
    given.push(...some);
    await getPrisma().webhookDelivery.updateMany({
      where: { id: { in: some.map(({ deliveryId }) => deliveryId) } },
      data: { leasedUntil: new Date(now.getTime() + 30_000) },
    });
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

test("one subscription has as many attempts under way as the setting says", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const subscription = await subscribeWith(await createTestTenant(), 20);
  assert.equal((await giveAll(clock.now())).length, 8);
  assert.deepEqual(await giveAll(clock.now()), []);
  assert.deepEqual(await held([subscription]), [8]);
});

test("a tenant with hanging receivers has a share that no other tenant, nor its other environment, needs", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const tenant = await createTestTenant();
  const hanging = await Promise.all(Array.from({ length: 12 }, () => subscribeWith(tenant, 20)));
  await giveAll(clock.now());
  assert.ok(sum(await held(hanging)) <= 16, "a quarter of all at most");
  assert.ok((await held(hanging)).every((count) => count >= 1));
  const live = await subscribeWith(await createTestKey(tenant, { environment: "live" }), 3);
  const bystander = await subscribeWith(await createTestTenant(), 3);
  await giveAll(clock.now());
  assert.deepEqual(await held([live, bystander]), [3, 3]);
});

test("however many tenants hang, the next one finds senders at once", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const hanging: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    hanging.push(await subscribeWith(await createTestTenant(), 20));
    await giveAll(clock.now());
  }
  const all = await held(hanging);
  assert.ok(
    all.every((count) => count >= 1),
    all.join(" "),
  );
  assert.ok(sum(all) < 64, all.join(" "));
});

test("a hanging subscription leaves its tenant's others theirs", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const tenant = await createTestTenant();
  const hanging = await Promise.all([subscribeWith(tenant, 50), subscribeWith(tenant, 50)]);
  await giveAll(clock.now());
  const healthy = await subscribeWith(tenant, 2);
  await giveAll(clock.now());
  assert.ok(sum(await held(hanging)) >= 8);
  assert.deepEqual(await held([healthy]), [2]);
});

test("four givers at once give no more than there are, and each delivery once", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const subscription = await subscribeWith(await createTestTenant(), 20);
  const given = (await Promise.all(Array.from({ length: 4 }, () => leaseSendSlots(clock.now())))).flat();
  assert.deepEqual([given.length, new Set(given.map(({ deliveryId }) => deliveryId)).size], [4, 4]);
  assert.deepEqual(await held([subscription]), [4]);
});

test("the end of an attempt gives the sender back, to the one that has waited longest", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const subscription = await subscribeWith(await createTestTenant(), 9);
  const given = await giveAll(clock.now());
  const [{ deliveryId: ending } = { deliveryId: "" }] = given;
  await getPrisma().webhookDelivery.update({ where: { id: ending }, data: { leasedUntil: null } });
  const waiting = (await deliveriesOf(subscription)).filter((id) => !given.some(({ deliveryId }) => deliveryId === id));
  await attempt(ending);
  assert.deepEqual(await held([subscription]), [7]);
  assert.deepEqual(
    (await leaseSendSlots(clock.now())).map(({ deliveryId }) => deliveryId),
    waiting,
  );
});

test("a delivery waiting for a retry holds none", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const subscription = await subscribeWith(await createTestTenant(), 1);
  const [given] = await leaseSendSlots(clock.now());
  const { next } = await attempt(given?.deliveryId ?? "");
  assert.equal(next, "wait");
  assert.deepEqual(await held([subscription]), [0]);
  clock.advance(60_000);
  assert.equal((await storedDelivery(given?.deliveryId ?? "")).hasSender, false);
});

test("few are about to begin, even where many are due, and each that begins makes room for another", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const crowd = await Promise.all(
    Array.from({ length: 3 }, async () => await subscribeWith(await createTestTenant(), 20)),
  );
  const onTheirWay = await leaseSendSlots(clock.now());
  assert.deepEqual(await held(crowd), [2, 2, 2], "of 8, a part in four each");
  assert.deepEqual(await leaseSendSlots(clock.now()), [], "until one begins");
  const bystander = await subscribeWith(await createTestTenant(), 1);
  await leaseSendSlots(clock.now());
  assert.deepEqual(await held([bystander]), [1], "no one waits for theirs");
  const [first] = onTheirWay;
  assert.ok(first && (await claimAttempt(first.deliveryId, clock.now())));
  await leaseSendSlots(clock.now());
  clock.advance(10_000);
  assert.ok((await leaseSendSlots(clock.now())).length >= 3, "what never begins holds up no one");
});

test("an engine that begins late has as many times more on their way, by its quickest of late", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const subscription = await subscribeWith(await createTestTenant(), 20);
  observeBeginning(900, clock.now());
  observeBeginning(75, clock.now());
  await leaseSendSlots(clock.now());
  assert.deepEqual(await held([subscription]), [6], "one and a half times 8, halved for the next tenant");
  clock.advance(20_001);
  observeBeginning(10, clock.now());
  clock.advance(10_001);
  observeBeginning(10, clock.now());
  const other = await subscribeWith(await createTestTenant(), 20);
  await leaseSendSlots(clock.now());
  assert.deepEqual(await held([other]), [2], "8 by three again");
});

test("what is due at a paused subscription gets no sender, is set aside, and holds up no one", async () => {
  const { clock, subscribeWith, held } = await startAfresh();
  const tenant = await createTestTenant();
  const [paused, other] = [await subscribeWith(tenant, 3), await subscribeWith(tenant, 1)];
  await setSubscriptionStatus(tenant, paused, "paused");
  const given = await leaseSendSlots(clock.now());
  assert.deepEqual(await held([paused, other]), [0, 1]);
  assert.deepEqual(
    given.map(({ deliveryId }) => deliveryId),
    await deliveriesOf(other),
  );
  for (const id of await deliveriesOf(paused)) assert.equal((await storedDelivery(id)).state, "paused");
});
