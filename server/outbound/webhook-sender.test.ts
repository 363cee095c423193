import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { call } from "@/server/testing/clients/api-client";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { capture, declineOf, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { memoryStore, receiveWebhook, type VerifiedDelivery } from "@/server/webhooks-receiver/receive-webhook";

withTestDatabase();
allowLocalhost();

async function setUp() {
  const receiver = await startReceiver();
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { row, secret } = await subscribe(tenant, { url: receiver.url });
  const idempotencyKey = "order-1001";
  const body = { panToken: card.panToken, amount: 60.5, channel: "e-commerce", metadata: { table: "7" } };
  const reply = await call(tenant, contracts.createAuthorization, { body, idempotencyKey });
  assert.ok(reply.body.status === "approved");
  return { receiver, tenant, card, subscriptionId: row.id, secret, approved: reply.body };
}

async function deliverAll(subscriptionId: string): Promise<void> {
  for (const id of await deliveriesOf(subscriptionId)) await attempt(id);
}

test("a delivery has the headers of contract 6.2, and no others of ours", async () => {
  const { receiver, subscriptionId, secret } = await setUp();
  await deliverAll(subscriptionId);
  const [received] = receiver.received;
  const [deliveryId] = await deliveriesOf(subscriptionId);
  assert.ok(received && deliveryId);
  const { host, connection, "content-length": length, ...headers } = received.headers;
  const timestamp = String(headers["x-svc-timestamp"]);
  assert.ok(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
  const hmac = createHmac("sha256", secret).update(`${timestamp}.${received.body}`).digest("hex");
  assert.deepEqual(headers, {
    "content-type": "application/json",
    "x-svc-signature": `sha256=${hmac}`,
    "x-svc-timestamp": timestamp,
    "x-svc-event": "authorization.approved",
    "x-svc-delivery": deliveryId,
    "x-svc-subscription": subscriptionId,
    "x-svc-sequence": "1",
    "idempotency-key": "authorization.approved:order-1001",
    "user-agent": "svc-network-webhooks/1.0",
    "webhook-id": deliveryId,
    "webhook-timestamp": timestamp,
    "webhook-signature": headers["webhook-signature"],
  });
  assert.match(deliveryId, /^[0-9A-Za-z]{17}$/);
  assert.deepEqual(
    [`http://${host}/hooks`, connection, length],
    [receiver.url, "keep-alive", String(received.body.length)],
  );
});

test("the bodies of the four events", async () => {
  const { receiver, tenant, card, subscriptionId, approved } = await setUp();
  const declined = await declineOf(tenant, card, 70, { reasonCode: "51" });
  await capture(tenant, approved.recordId, 20.5);
  await reverse(tenant, approved.recordId, undefined, { reason: "RV05" });
  await deliverAll(subscriptionId);
  const bodies = new Map(receiver.received.map(({ headers, body }) => [headers["x-svc-event"], JSON.parse(body)]));
  const shared = {
    id: approved.authorizationId,
    recordId: approved.recordId,
    amount: 60.5,
    currency: "USD",
    approvalCode: approved.approvalCode,
    card: card.id,
    member: card.memberId,
    account: card.accountId,
    merchant: tenant.merchantId,
    channel: "CHANeCommerce0001",
    environment: "test",
    sequence: 1,
    merchantReference: null,
    metadata: { table: "7" },
    instrument: "card",
    transactionId: null,
    refundId: null,
  };
  const [captured] = await getPrisma().capture.findMany({ where: { tenantId: tenant.id } });
  const [reversal] = await getPrisma().reversal.findMany({ where: { tenantId: tenant.id } });
  const first = ["id", "recordId", "amount", "currency", "approvalCode", "card", "merchant", "channel"];
  const seen = [...bodies].map(([event, { createdAt, ...body }]) => {
    assert.deepEqual(Object.keys(body).slice(0, 8), first, "the fields of the specification stay where they are");
    assert.ok(Math.abs(new Date(createdAt).getTime() - Date.now()) < 600_000);
    assert.equal(body.event, event);
    assert.match(body.eventId, /^[0-9A-Za-z]{17}$/);
    const { event: _, eventId: __, ...rest } = body;
    return [event, rest];
  });
  assert.deepEqual(Object.fromEntries(seen), {
    "authorization.approved": { ...shared, parentAuthorization: null },
    "authorization.declined": {
      ...shared,
      id: declined.authorizationId,
      recordId: declined.recordId,
      amount: 70,
      approvalCode: null,
      channel: null,
      metadata: null,
      reasonCode: "51",
      reasonMessage: declined.reasonMessage,
    },
    "authorization.captured": {
      ...shared,
      sequence: 2,
      transactionId: captured?.transactionId,
      amountCaptured: 20.5,
      captured: 20.5,
      remaining: 40,
      status: "Authorization Partially Captured",
    },
    "authorization.reversed": {
      ...shared,
      sequence: 3,
      refundId: reversal?.id,
      amountReversed: 60.5,
      reversed: 60.5,
      reasonCode: "RV05",
      amountVoided: 40,
      amountRefunded: 20.5,
      kind: "mixed",
    },
  });
});

test("our example receiver takes our deliveries", async () => {
  const { receiver, subscriptionId, secret } = await setUp();
  const taken: VerifiedDelivery[] = [];
  const options = {
    secrets: [secret],
    store: memoryStore(),
    process: async (delivery: VerifiedDelivery) => void taken.push(delivery),
  };
  receiver.answerWith((response, { headers, body }) => {
    void receiveWebhook({ headers, rawBody: Buffer.from(body) }, options).then(({ status }) =>
      response.writeHead(status).end(),
    );
  });
  const [deliveryId = ""] = await deliveriesOf(subscriptionId);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
  assert.deepEqual(
    taken.map(({ id, event }) => [id, event]),
    [[deliveryId, "authorization.approved"]],
  );
});
