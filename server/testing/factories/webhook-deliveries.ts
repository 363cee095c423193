import assert from "node:assert/strict";
import { getPrisma } from "@/server/db/prisma";
import type { Step } from "@/server/domain/long-jobs";
import { attemptDelivery, replays, SCHEDULED_ATTEMPTS } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { authorize } from "./authorization-steps";
import { createTestCard } from "./cards";
import { createTestTenant, type TestTenant } from "./tenants";
import { subscribe } from "./webhook-subscriptions";

export async function storedDelivery(id: string) {
  return getPrisma().webhookDelivery.findUniqueOrThrow({ where: { id } });
}

export async function storedSubscription(id: string) {
  return getPrisma().webhookSubscription.findUniqueOrThrow({ where: { id } });
}

export async function storedAttempts(deliveryId: string) {
  return getPrisma().webhookAttempt.findMany({ where: { deliveryId }, orderBy: { number: "asc" } });
}

export async function deliveriesOf(subscriptionId: string): Promise<string[]> {
  const rows = await getPrisma().webhookDelivery.findMany({
    where: { subscriptionId },
    orderBy: [{ createdAt: "asc" }, { sequence: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id }) => id);
}

export async function runOnce(deliveryId: string) {
  return attemptDelivery({ deliveryId, now: now() });
}

/** Gives this delivery a sender if it is due, whoever else waits for one. */
export async function giveSender(deliveryId: string): Promise<void> {
  await getPrisma().webhookDelivery.updateMany({
    where: { id: deliveryId, nextAttemptAt: { lte: now() }, isDeferred: false },
    data: { hasSender: true },
  });
}

export async function attempt(deliveryId: string) {
  await giveSender(deliveryId);
  return runOnce(deliveryId);
}

/** One failure away from exhausted, after `failureCount` exhausted deliveries in a row. */
export async function bringToLastAttempt(subscriptionId: string, failureCount = 0): Promise<void> {
  const data = { attempt: SCHEDULED_ATTEMPTS - 1, status: "failed" } as const;
  await getPrisma().webhookDelivery.updateMany({ where: { subscriptionId }, data });
  await getPrisma().webhookSubscription.update({ where: { id: subscriptionId }, data: { failureCount } });
}

export interface TestDelivery {
  readonly tenant: TestTenant;
  readonly subscriptionId: string;
  readonly secret: string;
  readonly deliveryId: string;
}

export async function createTestDelivery(url: string, tenant?: TestTenant): Promise<TestDelivery> {
  const owner = tenant ?? (await createTestTenant());
  const { row, secret } = await subscribe(owner, { url, events: ["authorization.approved"] });
  await authorize(owner, await createTestCard(owner), 12.5);
  const [deliveryId, ...more] = await deliveriesOf(row.id);
  assert.ok(deliveryId && more.length === 0);
  return { tenant: owner, subscriptionId: row.id, secret, deliveryId };
}

/** One look of the replay that runs for this subscription. */
export async function stepReplay(subscriptionId: string): Promise<Step & { readonly sent: number }> {
  const replay = getPrisma().replay;
  const { id, run, done } = await replay.findFirstOrThrow({ where: { subscriptionId, state: "running" } });
  const step = await replays.step({ id, run }, { stepMs: 0 });
  return { ...step, sent: (await replay.findUniqueOrThrow({ where: { id } })).done - done };
}

export async function finishReplay(subscriptionId: string): Promise<void> {
  while ((await stepReplay(subscriptionId)).isMore);
}
