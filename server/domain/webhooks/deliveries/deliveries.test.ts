import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize, capture, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  ALL_EVENTS as ALL,
  createTestSubscription,
  listStoredEvents,
  setSubscriptionStatus,
} from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

test("each event goes to the active subscriptions that name its type", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const all = await createTestSubscription(tenant, { events: ALL });
  const money = await createTestSubscription(tenant, { events: ["authorization.captured", "authorization.reversed"] });
  const declines = await createTestSubscription(tenant, { events: ["authorization.declined"] });
  await createTestSubscription(tenant, { events: ALL, status: "paused" });
  await createTestSubscription(tenant, { events: ALL, status: "revoked" });
  const { recordId: id } = await authorize(tenant, card, 50);
  clock.advance(1);
  await increment(tenant, id, 10);
  clock.advance(1);
  await declineOf(tenant, card, 100, { reasonCode: "51" });
  clock.advance(1);
  await capture(tenant, id, 20);
  clock.advance(1);
  await reverse(tenant, id);
  const events = await listStoredEvents(tenant);
  assert.deepEqual(
    events.map(({ type, receivers }) => [type, receivers]),
    [
      ["authorization.approved", [all]],
      ["authorization.approved", [all]],
      ["authorization.declined", [all, declines].sort()],
      ["authorization.captured", [all, money].sort()],
      ["authorization.reversed", [all, money].sort()],
    ],
  );
});

test("a delivery begins pending, unattempted and due at once", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const subscriptionId = await createTestSubscription(tenant, { events: ALL });
  await authorize(tenant, await createTestCard(tenant), 50);
  const [delivery, ...more] = await getPrisma().webhookDelivery.findMany({ where: { subscriptionId } });
  assert.deepEqual(more, []);
  assert.deepEqual(
    [delivery?.status, delivery?.attempt, delivery?.createdAt, delivery?.nextAttemptAt],
    ["pending", 0, new Date("2026-03-02T10:00:00.000Z"), new Date("2026-03-02T10:00:00.000Z")],
  );
});

test("nothing crosses between tenants or environments", async () => {
  const tenant = await createTestTenant();
  const live = await createTestKey(tenant, { environment: "live" });
  const rival = await createTestTenant();
  const own = await createTestSubscription(tenant, { events: ALL });
  const ownLive = await createTestSubscription(live, { events: ALL });
  await createTestSubscription(rival, { events: ALL });
  await authorize(tenant, await createTestCard(tenant), 50);
  await authorize(live, await createTestCard(live), 50);
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ receivers }) => receivers),
    [[own]],
  );
  assert.deepEqual(
    (await listStoredEvents(live)).map(({ receivers }) => receivers),
    [[ownLive]],
  );
  assert.deepEqual(await listStoredEvents(rival), []);
});

test("the acquiring tenant hears of it, not the one that issued the card", async () => {
  const acquirer = await createTestTenant();
  const issuer = await createTestTenant();
  const receiver = await createTestSubscription(acquirer, { events: ALL });
  await createTestSubscription(issuer, { events: ALL });
  const { recordId: id } = await authorize(acquirer, await createTestCard(issuer), 50);
  await capture(acquirer, id);
  const events = await listStoredEvents(acquirer);
  assert.deepEqual(
    events.map(({ receivers }) => receivers),
    [[receiver], [receiver]],
  );
  assert.deepEqual(await listStoredEvents(issuer), []);
});

test("a subscription hears nothing of what happened before it, or after it was paused or revoked", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await authorize(tenant, card, 1);
  clock.advance(1);
  const id = await createTestSubscription(tenant, { events: ALL });
  await authorize(tenant, card, 2);
  for (const status of ["paused", "revoked"] as const) {
    clock.advance(1);
    await setSubscriptionStatus(tenant, id, status);
    await authorize(tenant, card, 3);
  }
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ receivers }) => receivers),
    [[], [id], [], []],
  );
});
