import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { allowLocalhost, type Received, startReceiver } from "@/server/testing/clients/receiver";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { attempt, createTestDelivery, storedSubscription } from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus, subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();
allowLocalhost();

const START = "2026-03-02T10:00:00.000Z";
const INVALID = { status: 400, code: "validation_error" } as const;

function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const message = `${headers["x-svc-timestamp"]}.${body}`;
  return headers["x-svc-signature"] === `sha256=${createHmac("sha256", secret).update(message).digest("hex")}`;
}

/** Whether the Standard Webhooks library accepts it; the library knows one secret only. */
function isAccepted(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

test("both secrets sign until the moment, X-SVC-Signature with the old one; then only the new one", async () => {
  const clock = withFakeClock(new Date().toISOString());
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, deliveryId, subscriptionId: id, secret: old } = await createTestDelivery(receiver.url);
  const at = new Date(clock.now().getTime() + 60_000);
  const made = await call(tenant, contracts.makeNextSecret, { params: { id }, body: { at: at.toISOString() } });
  const { secret: next = "", ...shown } = made.body;
  assert.deepEqual(
    [shown.secretLast4, shown.nextSecretLast4, shown.nextSecretAt, shown.secretSince],
    [old.slice(-4), next.slice(-4), at.toISOString(), null],
  );
  clock.advance(59_000);
  await attempt(deliveryId);
  clock.advance(60_000);
  await attempt(deliveryId);
  const [before, after] = receiver.received;
  assert.ok(before && after);
  assert.deepEqual([isSignedWith(old, before), isSignedWith(next, before)], [true, false]);
  assert.deepEqual([isAccepted(old, before), isAccepted(next, before)], [true, true]);
  assert.deepEqual([isSignedWith(old, after), isSignedWith(next, after)], [false, true]);
  assert.deepEqual([isAccepted(old, after), isAccepted(next, after)], [false, true]);
  const { body } = await call(tenant, contracts.getSubscription, { params: { id } });
  assert.deepEqual(
    [body.secretLast4, body.secretSince, body.nextSecretLast4, body.nextSecretAt],
    [next.slice(-4), at.toISOString(), null, null],
  );
  const listed = await call(tenant, contracts.listSubscriptions);
  assert.deepEqual(listed.body.data, [body]);
});

test("the sweep leaves nothing of the old secret, and what is stored is sealed", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant);
  const { body } = await call(tenant, contracts.makeNextSecret, { params: { id: row.id } });
  assert.equal(body.nextSecretAt, "2026-03-03T10:00:00.000Z", "a day from now unless said otherwise");
  const stored = await storedSubscription(row.id);
  assert.equal(stored.sealedSecret, row.sealedSecret);
  await sweepDeliveries({ now: clock.now() });
  assert.deepEqual(await storedSubscription(row.id), stored, "before its moment nothing changes");
  clock.advance(DAY_MS);
  await sweepDeliveries({ now: clock.now() });
  const promoted = await storedSubscription(row.id);
  assert.equal(promoted.sealedSecret, stored.nextSealedSecret);
  assert.deepEqual(
    [promoted.secretLast4, promoted.nextSealedSecret, promoted.nextSecretLast4, promoted.nextSecretAt],
    [body.nextSecretLast4, null, null, null],
  );
  assert.equal(promoted.secretSince?.toISOString(), body.nextSecretAt);
  assert.ok(body.secret);
  assert.deepEqual(await findStoredText(body.secret), []);
});

test("another rotation replaces it, an immediate one ends it, and a due one stays the present one", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant);
  const params = { id: row.id };
  await call(tenant, contracts.makeNextSecret, { params });
  const second = (await call(tenant, contracts.makeNextSecret, { params })).body;
  assert.equal((await storedSubscription(row.id)).sealedSecret, row.sealedSecret);
  clock.advance(DAY_MS);
  const third = (await call(tenant, contracts.makeNextSecret, { params })).body;
  assert.deepEqual(
    [third.secretLast4, third.secretSince],
    [second.nextSecretLast4, second.nextSecretAt],
    "though no sweep came by",
  );
  const stored = await storedSubscription(row.id);
  assert.equal(stored.secretLast4, second.nextSecretLast4);
  const rotated = (await call(tenant, contracts.rotateSecret, { params })).body;
  assert.deepEqual(
    [rotated.secretLast4, rotated.nextSecretLast4, rotated.nextSecretAt],
    [rotated.secret?.slice(-4), null, null],
  );
  clock.advance(DAY_MS);
  const { body } = await call(tenant, contracts.getSubscription, { params });
  assert.equal(body.secretLast4, rotated.secretLast4);
});

test("a repeat makes nothing and doesn't show it again; another moment under the key is another request", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant);
  const options = {
    params: { id: row.id },
    body: { at: "2026-03-05T00:00:00.000Z" },
    idempotencyKey: "next-1",
  };
  const first = await call(tenant, contracts.makeNextSecret, options);
  const stored = await storedSubscription(row.id);
  const again = await call(tenant, contracts.makeNextSecret, options);
  const { secret, ...rest } = first.body;
  assert.ok(secret);
  const { secretShown: _, ...repeated } = again.body;
  assert.deepEqual([repeated, again.headers.get("idempotent-replayed")], [rest, "true"]);
  assert.deepEqual(await storedSubscription(row.id), stored);
  const other = { ...options, body: { at: "2026-03-06T00:00:00.000Z" } };
  await expectError(tenant, contracts.makeNextSecret, other, { status: 422, code: "idempotency_key_reused" });
});

test("a past, far, or missing moment is refused, as are a revoked subscription and no credentials", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant);
  const params = { id: row.id };
  for (const body of [
    { at: START },
    { at: "2026-04-01T10:00:00.001Z" },
    { at: "tomorrow" },
    { when: "2026-03-05T00:00:00.000Z" },
  ]) {
    await expectError(tenant, contracts.makeNextSecret, { params, rawBody: JSON.stringify(body) }, INVALID);
  }
  assert.equal((await storedSubscription(row.id)).nextSecretAt, null);
  assert.equal((await send(null, contracts.makeNextSecret, { params })).status, 401);
  await setSubscriptionStatus(tenant, row.id, "revoked");
  await expectError(tenant, contracts.makeNextSecret, { params }, { status: 409, code: "subscription_revoked" });
});
