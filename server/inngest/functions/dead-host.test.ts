import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { wake } from "@/server/domain/wake";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { bindTestResolver } from "@/server/testing/engine/webhook-sender";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { endedAttempts, multiplyDelivery, startDeadHost } from "@/server/testing/faults/dead-host";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();
allowLocalhost();
// So long that work that arrives meanwhile can't have waited for an attempt to end.
bindTestResolver(async () => [], { timeoutMs: 600_000 });

const WITHIN_MS = 60_000;

test("1,000 deliveries to a dead host keep its tenant's healthy subscription from nothing", async (t) => {
  await startDeliveries(t);
  const [dead, receiver] = [await startDeadHost(), await startReceiver()];
  const { tenant, deliveryId } = await createTestDelivery(dead.url);
  await multiplyDelivery(deliveryId, 1_000);
  await subscribe(tenant, { url: receiver.url, events: ["authorization.approved"] });
  const card = await createTestCard(tenant);
  wake("deliveries");
  await waitUntil("the dead host to hold its senders", () => dead.connections() >= 16, WITHIN_MS);
  const delays: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const answeredAt = await authorize(tenant, card, 1).then(() => performance.now());
    await waitUntil("the healthy receiver to hear of it", () => receiver.received.length > i, WITHIN_MS);
    delays.push((receiver.received[i]?.at ?? Number.NaN) - answeredAt);
  }
  t.diagnostic(`after the API's answer, milliseconds: ${delays.map((delay) => Math.round(delay)).join(" ")}`);
  assert.equal(await endedAttempts(dead.url), 0, "not one of the dead host's has ended");
  assert.equal(dead.connections(), 16, "and no more than 16 are under way");
});

test("tenants with hanging receivers cost a bystander nothing, nor what runs by the clock", async (t) => {
  await startDeliveries(t);
  const [dead, receiver] = [await startDeadHost(), await startReceiver()];
  for (let i = 0; i < 10; i += 1) await multiplyDelivery((await createTestDelivery(dead.url)).deliveryId, 40);
  wake("deliveries");
  // The previous test holds 16 senders for good, so each tenant gets a twelfth, of which a subscription gets half.
  await waitUntil("the dead host to hold its senders", () => dead.connections() >= 110, WITHIN_MS);
  const { tenant } = await createTestDelivery(receiver.url);
  const card = await createTestCard(tenant);
  await waitUntil("the healthy receiver to hear of the first", () => receiver.received.length === 1, WITHIN_MS);
  const { recordId } = await authorize(tenant, card, 1);
  const { heldMinor } = await getPrisma().account.findUniqueOrThrow({ where: { id: card.accountId } });
  await queryTestDatabase("UPDATE authorizations SET expires_at = now() - interval '1 hour' WHERE id = $1", [recordId]);
  await queryTestDatabase("UPDATE engine_schedules SET next_at = now() WHERE function_id = 'closed-loop-expire-holds'");
  await waitUntil("the healthy receiver to hear of the next", () => receiver.received.length === 2, WITHIN_MS);
  const isGivenBack = async () =>
    (await getPrisma().account.findUniqueOrThrow({ where: { id: card.accountId } })).heldMinor < heldMinor;
  await waitUntil("the hold to be given back", isGivenBack, WITHIN_MS);
  assert.equal(await endedAttempts(dead.url), 0, "not one of the dead host's has ended");
});
