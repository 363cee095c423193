import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, test } from "node:test";
import { ringDeliveryBell } from "@/server/domain/webhooks";
import { authorize } from "@/server/testing/authorization-steps";
import { createTestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { allowLocalhost, startReceiver } from "@/server/testing/receiver";
import { waitUntil } from "@/server/testing/wait-until";
import { createTestDelivery } from "@/server/testing/webhook-deliveries";
import { startDeliveries } from "@/server/testing/webhook-engine";
import { subscribe } from "@/server/testing/webhook-subscriptions";

withTestDatabase();
allowLocalhost();

/** Takes connections and never says a word. */
async function startDeadHost() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address && typeof address !== "string");
  after(() => server.close());
  return { url: `http://localhost:${address.port}/`, connections: () => connections };
}

async function multiplyDelivery(deliveryId: string, times: number): Promise<void> {
  await queryTestDatabase(
    `INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, sequence, created_at, next_attempt_at)
      SELECT 'D' || right(d.id, 10) || lpad(n::text, 6, '0'), subscription_id, event_id, event_type, sequence, created_at,
        next_attempt_at
      FROM webhook_deliveries d, generate_series(1, $2::integer) n WHERE d.id = $1`,
    [deliveryId, times],
  );
}

test("1,000 deliveries to a dead host delay a healthy subscription by less than 2 seconds", async (t) => {
  await startDeliveries(t);
  const [dead, receiver] = [await startDeadHost(), await startReceiver()];
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(dead.url);
  await multiplyDelivery(deliveryId, 1_000);
  await subscribe(tenant, { url: receiver.url, events: ["authorization.approved"] });
  const card = await createTestCard(tenant);
  ringDeliveryBell();
  await waitUntil("the dead host to hold its workers", () => dead.connections() >= 4);
  const delays: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const answeredAt = await authorize(tenant, card, 1).then(() => performance.now());
    await waitUntil("the healthy receiver to hear of it", () => receiver.received.length > i);
    delays.push((receiver.received[i]?.at ?? Number.NaN) - answeredAt);
  }
  t.diagnostic(`after the API's answer, milliseconds: ${delays.map((delay) => Math.round(delay)).join(" ")}`);
  assert.ok(delays.every((delay) => delay < 2_000));
  assert.equal(dead.connections(), 4, "no more than four workers are held at once");
  const [{ count } = { count: "0" }] = await queryTestDatabase<{ count: string }>(
    "SELECT count(*) FROM webhook_deliveries WHERE subscription_id = $1 AND status = 'pending'",
    [subscriptionId],
  );
  assert.ok(Number(count) > 990, "nearly all of them were pending all the while");
});

test("ten dead subscriptions of one tenant do not keep another's waiting, and get one attempt at a time", async (t) => {
  await startDeliveries(t);
  const [dead, receiver] = [await startDeadHost(), await startReceiver()];
  for (let i = 0; i < 10; i += 1) await multiplyDelivery((await createTestDelivery(dead.url)).deliveryId, 20);
  const healthy = await createTestDelivery(receiver.url);
  ringDeliveryBell();
  await waitUntil("the dead host to hold its workers", () => dead.connections() >= 40);
  await waitUntil("the queue to have taken all in", async () => {
    const waiting = await queryTestDatabase("SELECT 1 FROM engine_events WHERE NOT is_routed");
    return waiting.length === 0;
  });
  const { tenant } = healthy;
  const card = await createTestCard(tenant);
  const heard = receiver.received.length;
  const answeredAt = await authorize(tenant, card, 1).then(() => performance.now());
  await waitUntil("the healthy receiver to hear of it", () => receiver.received.length > heard);
  assert.ok(performance.now() - answeredAt < 2_000);
  await waitUntil("the slow ones to be known", async () => {
    const rows = await queryTestDatabase("SELECT 1 FROM webhook_subscriptions WHERE is_slow");
    return rows.length === 10;
  });
  const [{ queued } = { queued: "0" }] = await queryTestDatabase<{ queued: string }>(
    `SELECT count(*) AS queued FROM webhook_deliveries WHERE leased_until > now()`,
  );
  assert.ok(Number(queued) <= 40, queued);
});
