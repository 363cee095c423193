import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { getPrisma } from "@/server/db/prisma";
import { rotateSecret } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { allowLocalhost, type Received, startReceiver } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestResolver } from "@/server/testing/engine/webhook-sender";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestTenant } from "@/server/testing/factories/tenants";
import {
  attempt,
  createTestDelivery,
  giveSender,
  runOnce,
  storedAttempts,
  storedDelivery,
} from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus } from "@/server/testing/factories/webhook-subscriptions";
import { HOSTILE_ADDRESSES } from "@/server/testing/faults/hostile-addresses";
import { attemptDelivery, claimAttempt } from "./deliver";

withTestDatabase();
allowLocalhost();

function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const message = `${headers["x-svc-timestamp"]}.${body}`;
  return headers["x-svc-signature"] === `sha256=${createHmac("sha256", secret).update(message).digest("hex")}`;
}

test("ten workers at once make one attempt", async () => {
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { deliveryId } = await createTestDelivery(receiver.url);
  const at = now();
  for (const number of [1, 2]) {
    const due = (await storedDelivery(deliveryId)).nextAttemptAt ?? at;
    await getPrisma().webhookDelivery.update({ where: { id: deliveryId }, data: { hasSender: true } });
    const together = Array.from({ length: 10 }, () => attemptDelivery({ deliveryId, now: due }));
    const turns = await Promise.all(together);
    assert.ok(turns.every(({ next }) => next !== "end"));
    assert.deepEqual([receiver.received.length, (await storedAttempts(deliveryId)).length], [number, number]);
  }
});

test("an attempt of a dead worker is another's after 30 seconds, under the same number", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const receiver = await startReceiver();
  const { deliveryId } = await createTestDelivery(receiver.url);
  await giveSender(deliveryId);
  assert.ok(await claimAttempt(deliveryId, clock.now()));
  clock.advance(29_999);
  const until = new Date("2026-03-02T10:00:30.000Z");
  assert.deepEqual(await attempt(deliveryId), { next: "taken", until });
  assert.equal(receiver.received.length, 0);
  clock.advance(1);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
  assert.deepEqual(
    (await storedAttempts(deliveryId)).map(({ number }) => number),
    [1],
  );
});

test("a late or needless run makes no attempt", async () => {
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { deliveryId } = await createTestDelivery(receiver.url);
  assert.equal((await attempt(deliveryId)).next, "wait");
  assert.equal((await runOnce(deliveryId)).next, "wait");
  assert.equal(receiver.received.length, 1);
  assert.deepEqual(await runOnce("NoSuchDelivery001"), { next: "end", because: "gone" });
});

test("without a sender there is no attempt: one is requested", async () => {
  const receiver = await startReceiver();
  const { deliveryId } = await createTestDelivery(receiver.url);
  assert.deepEqual(await runOnce(deliveryId), { next: "end", because: "asked" });
  assert.equal(receiver.received.length, 0);
  assert.deepEqual(await attempt(deliveryId), { next: "end", because: "delivered" });
  const { hasSender, nextAttemptAt } = await storedDelivery(deliveryId);
  assert.deepEqual([hasSender, nextAttemptAt], [false, null], "and it is given back");
});

test("a rotated secret signs the very next attempt, also of a delivery that is older", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId, secret } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  clock.advance(60_000);
  const rotated = await rotateSecret(tenantCaller(tenant), { id: subscriptionId }, null);
  await attempt(deliveryId);
  const [first, second] = receiver.received;
  assert.ok(first && second);
  assert.deepEqual([isSignedWith(secret, first), isSignedWith(rotated.secret, first)], [true, false]);
  assert.deepEqual([isSignedWith(secret, second), isSignedWith(rotated.secret, second)], [false, true]);
  assert.deepEqual(
    [first.headers["x-svc-timestamp"], second.headers["x-svc-timestamp"]],
    ["1772445600", "1772445660"],
    "each attempt has a timestamp of its own",
  );
});

test("Standard Webhooks' own library accepts a delivery, and refuses it changed", async () => {
  // The library uses the real time.
  withFakeClock(new Date().toISOString());
  const receiver = await startReceiver();
  const { deliveryId, secret } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  const [received] = receiver.received;
  assert.ok(received);
  const headers = received.headers as Record<string, string>;
  assert.deepEqual(new Webhook(secret).verify(received.body, headers), JSON.parse(received.body));
  assert.equal(headers["webhook-id"], deliveryId);
  assert.throws(() => new Webhook(secret).verify(received.body.replace("12.5", "99.5"), headers));
});

test("an attempt is kept with what was sent, without its signatures, and what came back", async () => {
  const receiver = await startReceiver();
  receiver.answerWith((response) => response.writeHead(422).end("no such order"));
  const { deliveryId, secret } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  const [kept] = await storedAttempts(deliveryId);
  assert.ok(kept);
  const { url, responseCode, responseBody, error, durationMs } = kept;
  assert.deepEqual(
    [url, responseCode, responseBody, error],
    [receiver.url, 422, "no such order", "The receiver answered 422."],
  );
  assert.ok(durationMs >= 0 && durationMs < 10_000);
  const headers = kept.requestHeaders as Record<string, string>;
  assert.equal(headers["X-SVC-Delivery"], deliveryId);
  assert.deepEqual([headers["X-SVC-Signature"], headers["webhook-signature"]], ["[hidden]", "[hidden]"]);
  assert.ok(!JSON.stringify(kept).includes(secret));
});

test("a name resolving to a forbidden address: nothing is sent, and the delivery says why", async () => {
  const tenant = await createTestTenant();
  const url = "https://rebinding.example.com/hooks";
  for (const address of HOSTILE_ADDRESSES) {
    // Public at subscription, hostile at delivery.
    bindTestResolver(async () => [{ address: "8.8.8.8", family: 4 }]);
    const { deliveryId, subscriptionId } = await createTestDelivery(url, tenant);
    bindTestResolver(async () => [{ address, family: address.includes(":") ? 6 : 4 }]);
    assert.equal((await attempt(deliveryId)).next, "wait");
    const row = await storedDelivery(deliveryId);
    assert.deepEqual([row.status, row.responseCode], ["failed", null]);
    assert.ok(
      row.error?.startsWith(`refused to connect: rebinding.example.com is ${address}, which `),
      row.error ?? "",
    );
    await setSubscriptionStatus(tenant, subscriptionId, "revoked");
  }
});
