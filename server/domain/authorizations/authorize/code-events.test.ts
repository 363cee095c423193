import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { capture, read, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSubscription, listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const UNKNOWN = { code: "0000000000", pin: "0000000" };

test("an approval fires authorization.approved to the acquirer, with the code's record id as card", async () => {
  const [issuer, acquirer] = [await createTestTenant(), await createTestTenant()];
  await createTestSubscription(issuer, { events: ["authorization.approved"] });
  const receiver = await createTestSubscription(acquirer, { events: ["authorization.approved"] });
  await createTestSubscription(acquirer, { events: ["authorization.declined"] });
  await createTestSubscription(acquirer, { events: ["authorization.approved"], status: "paused" });
  const code = await createTestCode(issuer);
  const { body } = await redeem(acquirer, code, { amount: 12.5, idempotencyKey: "order-1" });
  const { approvalCode } = await read(acquirer, body.recordId ?? "");
  assert.deepEqual(await listStoredEvents(acquirer), [
    {
      type: "authorization.approved",
      facts: {
        authorizationId: body.authorizationId,
        recordId: body.recordId,
        amountMinor: "1250",
        currency: "USD",
        approvalCode,
        card: code.recordId,
        merchant: acquirer.merchantId,
        channel: null,
        instrument: "payment_code",
        member: null,
        account: null,
        merchantReference: null,
        metadata: null,
      },
      idempotencyKey: "authorization.approved:order-1",
      receivers: [receiver],
    },
  ]);
  assert.deepEqual(await listStoredEvents(issuer), []);
});

test("a wrong PIN fires authorization.declined with its record and reason", async () => {
  const tenant = await createTestTenant();
  const receiver = await createTestSubscription(tenant, { events: ["authorization.declined"] });
  const code = await createTestCode(tenant);
  const { body } = await redeem(tenant, { ...code, pin: code.wrongPin }, { idempotencyKey: "order-1" });
  assert.deepEqual(await listStoredEvents(tenant), [
    {
      type: "authorization.declined",
      facts: {
        authorizationId: body.authorizationId,
        recordId: body.recordId,
        amountMinor: "1000",
        currency: "USD",
        approvalCode: null,
        card: code.recordId,
        merchant: tenant.merchantId,
        channel: null,
        instrument: "payment_code",
        member: code.card.memberId,
        account: code.card.accountId,
        merchantReference: null,
        metadata: null,
        reasonCode: "55",
        reasonMessage: "The PIN is wrong.",
      },
      idempotencyKey: "authorization.declined:order-1",
      receivers: [receiver],
    },
  ]);
});

test("an unknown code fires authorization.declined with null ids, once for a key however often it is sent", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const receiver = await createTestSubscription(tenant, { events: ["authorization.declined"] });
  for (const idempotencyKey of ["order-1", "order-1", "order-2"]) {
    await redeem(tenant, UNKNOWN, { idempotencyKey });
    clock.advance(1);
  }
  const event = (key: string) => ({
    type: "authorization.declined",
    facts: {
      authorizationId: null,
      recordId: null,
      amountMinor: "1000",
      currency: "USD",
      approvalCode: null,
      card: null,
      merchant: tenant.merchantId,
      channel: null,
      instrument: "payment_code",
      member: null,
      account: null,
      merchantReference: null,
      metadata: null,
      reasonCode: "14",
      reasonMessage: "The card or code is closed or unknown.",
    },
    idempotencyKey: `authorization.declined:${key}`,
    receivers: [receiver],
  });
  assert.deepEqual(await listStoredEvents(tenant), [event("order-1"), event("order-2")]);
});

test("an unknown code under the key of an unknown panToken is answered; the receiver hears of the code", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const idempotencyKey = "order-1";
  const body = { panToken: "NoSuchCardToken01", amount: 5 };
  await expectError(tenant, createAuthorization, { body, idempotencyKey }, { status: 422, code: "14" });
  const { status, body: declined } = await redeem(tenant, UNKNOWN, { idempotencyKey });
  assert.deepEqual([status, declined.reasonCode], [200, "14"]);
  const [event, ...more] = await listStoredEvents(tenant);
  assert.deepEqual(
    [event?.facts.amountMinor, event?.idempotencyKey, more],
    ["1000", "authorization.declined:order-1", []],
  );
});

test("capture and reverse of a code's hold fire their events with the code's record id as card", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const id = (await redeem(tenant, code)).body.recordId ?? "";
  clock.advance(1);
  await capture(tenant, id, 4);
  clock.advance(1);
  await reverse(tenant, id);
  const events = await listStoredEvents(tenant);
  assert.deepEqual(
    events.map(({ type, facts }) => [type, facts.recordId, facts.card]),
    ["approved", "captured", "reversed"].map((name) => [`authorization.${name}`, id, code.recordId]),
  );
});

test("minting, reading and revoking fire nothing", async () => {
  const tenant = await createTestTenant();
  await createTestCode(tenant);
  assert.deepEqual(await listStoredEvents(tenant), []);
});
