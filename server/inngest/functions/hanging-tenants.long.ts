import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { getPrisma } from "@/server/db/prisma";
import { wake } from "@/server/domain/wake";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { endedAttempts, multiplyDelivery, startDeadHost } from "@/server/testing/faults/dead-host";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();
allowLocalhost();

const SUBSCRIPTIONS = 50;
const LOOK_FOR_MS = 75_000;

test("100 hanging subscriptions: a bystander's webhook leaves in 2 s, a hold expires within its minute", async (t) => {
  const [dead, receiver] = [await startDeadHost(), await startReceiver()];
  for (const tenant of [await createTestTenant(), await createTestTenant()]) {
    const ids: string[] = [];
    for (let i = 0; i < SUBSCRIPTIONS; i += 1) ids.push((await subscribe(tenant, { url: dead.url })).row.id);
    await authorize(tenant, await createTestCard(tenant), 1);
    for (const id of ids) await multiplyDelivery((await deliveriesOf(id))[0] ?? "", 50);
  }
  const bystander = await createTestTenant();
  await subscribe(bystander, { url: receiver.url });
  const card = await createTestCard(bystander);
  await startDeliveries(t);
  wake("deliveries");
  await waitUntil("all of them to hang", () => dead.connections() >= 2 * SUBSCRIPTIONS, 60_000);
  const { recordId } = await authorize(bystander, card, 1);
  await waitUntil("the first to be heard of", () => receiver.received.length === 1, 60_000);
  await queryTestDatabase("UPDATE authorizations SET expires_at = now() WHERE id = $1", [recordId]);
  const startedAt = performance.now();
  const delays: number[] = [];
  let expiredAfterMs: number | null = null;
  while (performance.now() - startedAt < LOOK_FOR_MS) {
    const answeredAt = await authorize(bystander, card, 1).then(() => performance.now());
    const place = delays.length + 1;
    await waitUntil("the bystander's webhook", () => receiver.received.length > place, 30_000);
    delays.push((receiver.received[place]?.at ?? Number.NaN) - answeredAt);
    const { expiredMinor } = await getPrisma().authorization.findUniqueOrThrow({ where: { id: recordId } });
    if (expiredMinor > 0n) expiredAfterMs ??= performance.now() - startedAt;
    await sleep(1_000);
  }
  delays.sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)] ?? Number.NaN;
  t.diagnostic(
    `bystander: median ${median.toFixed(0)} ms, at most ${delays.at(-1)?.toFixed(0)} ms, of ${delays.length}`,
  );
  t.diagnostic(`hold given back after ${((expiredAfterMs ?? Number.NaN) / 1_000).toFixed(1)} s`);
  t.diagnostic(`${await endedAttempts(dead.url)} attempts timed out meanwhile`);
  assert.ok(delays.every((delay) => delay < 2_000));
  assert.ok(expiredAfterMs !== null && expiredAfterMs < 65_000);
});
