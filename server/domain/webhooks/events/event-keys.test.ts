import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { sellOn } from "@/server/testing/factories/transactions";
import { createTestSubscription, listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

const NO_CARD = "NoSuchCardToken01";
const UNKNOWN_CODE = { code: "0000000000", pin: "0000000" };
const UNKNOWN = { status: 422, code: "14" } as const;
const DECLINED = "authorization.declined";

/** The events' idempotency keys, which must differ and reach the receiver; an event's own id after a key reads `…`. */
async function namesOf(tenant: TestTenant): Promise<string[]> {
  const events = await listStoredEvents(tenant);
  const names = events.map(({ idempotencyKey }) => idempotencyKey);
  assert.equal(new Set(names).size, names.length, names.join(" "));
  for (const { receivers } of events) assert.equal(receivers.length, 1);
  return names.map((name) => name.replace(/(:.+):[0-9A-Za-z]{17}$/, "$1:…")).sort();
}

async function withReceiver(): Promise<TestTenant> {
  const tenant = await createTestTenant();
  const events = [DECLINED, "authorization.approved", "authorization.captured"] as const;
  await createTestSubscription(tenant, { events });
  return tenant;
}

/** Concurrent requests on a panToken: status, and error or reason code. */
async function payAtOnce(
  requests: readonly { readonly by: TestTenant | TestMerchant; readonly panToken: string; readonly amount: number }[],
) {
  const replies = await Promise.all(
    requests.map(({ by, panToken, amount }) =>
      "tenant" in by
        ? send(by, sellTransaction, { body: { paymentMethod: panToken, amount }, idempotencyKey: "order-1" })
        : send(by, createAuthorization, { body: { panToken, amount }, idempotencyKey: "order-1" }),
    ),
  );
  return replies.map(({ status, text }) => {
    const { error, reasonCode } = JSON.parse(text);
    return [status, error?.code ?? reasonCode];
  });
}

test("two merchants refuse an unknown code under one key: each is heard", async () => {
  const tenant = await withReceiver();
  for (const merchant of [await createTestMerchant(tenant), await createTestMerchant(tenant)]) {
    const options = { body: { amount: 5, paymentMethod: { type: "paymentCode", paymentCode: "00000000" } } } as const;
    await call(merchant, sellTransaction, { ...options, idempotencyKey: "order-1" });
    await call(merchant, sellTransaction, { ...options, idempotencyKey: "order-1" });
  }
  assert.deepEqual(await namesOf(tenant), [`${DECLINED}:order-1`, `${DECLINED}:order-1:…`]);
});

test("a refusal uses up no key and fires nothing: a corrected retry under it is heard", async () => {
  const tenant = await withReceiver();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 10_00n });
  const refused = { body: { panToken: NO_CARD, amount: 5 }, idempotencyKey: "order-1" };
  await expectError(tenant, createAuthorization, refused, UNKNOWN);
  const declined = { body: { panToken, amount: 11 }, idempotencyKey: "order-1" };
  await call(tenant, createAuthorization, declined);
  await call(tenant, createAuthorization, declined);
  await expectError(tenant, createAuthorization, refused, { status: 422, code: "idempotency_key_reused" });
  assert.deepEqual(await namesOf(tenant), [`${DECLINED}:order-1`]);
});

test("40 declines at once under one key, by a tenant and three merchants: each has one, all are heard", async () => {
  const tenant = await withReceiver();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 1_00n });
  const merchants = await Promise.all([1, 2, 3].map(() => createTestMerchant(tenant)));
  const requests = Array.from({ length: 40 }, (_, i) => ({ by: merchants[i % 4] ?? tenant, panToken, amount: 5 }));
  for (const answer of await payAtOnce(requests)) assert.deepEqual(answer, [200, "51"]);
  assert.equal((await namesOf(tenant)).length, 4);
});

test("a refusal and declines at once under one key are distinguished", async () => {
  const tenant = await withReceiver();
  for (let round = 0; round < 8; round += 1) {
    const idempotencyKey = `order-${round}`;
    const refused = { body: { panToken: NO_CARD, amount: 5 }, idempotencyKey };
    const [first, second] = await Promise.all([
      send(tenant, createAuthorization, refused),
      redeem(tenant, UNKNOWN_CODE, { idempotencyKey }),
    ]);
    assert.deepEqual([first.status, second.status], [422, 200]);
  }
  const names = await namesOf(tenant);
  assert.equal(names.length, 8, names.join(" "));
});

test("an unknown code is answered, and heard, even if the name of its event is taken at that moment", async () => {
  const tenant = await withReceiver();
  const text = `INSERT INTO events (id, tenant_id, environment, type, sequence, facts, idempotency_key, created_at)
    VALUES ('AnotherEventNow01', $1, 'test', '${DECLINED}', 1, '{"currency":"USD"}', '${DECLINED}:order-1', now())`;
  const reply = await whileUncommitted({ text, values: [tenant.id] }, () =>
    redeem(tenant, UNKNOWN_CODE, { idempotencyKey: "order-1" }),
  );
  assert.equal(reply.status, 200);
  assert.equal((await listStoredEvents(tenant)).length, 2);
});

test("sales of two merchants under one key: every event has a name of its own", async () => {
  const tenant = await withReceiver();
  const card = await createTestCard(tenant);
  for (const merchant of [await createTestMerchant(tenant), await createTestMerchant(tenant)]) {
    const body = { amount: 5, paymentMethod: card.panToken };
    await call(merchant, sellTransaction, { body, idempotencyKey: "order-1" });
  }
  assert.deepEqual(await namesOf(tenant), [
    "authorization.approved:order-1",
    "authorization.approved:order-1:…",
    "authorization.captured:order-1",
    "authorization.captured:order-1:…",
  ]);
});

test("without a key an event is named after the record, and two of one code never alike", async () => {
  const tenant = await withReceiver();
  const merchant = await createTestMerchant(tenant);
  const code = await createTestCode(tenant, { singleUse: false, allowRecurring: true });
  for (let i = 0; i < 2; i += 1) await sellOn(merchant, { code: "00000000" });
  await sellOn(merchant, code);
  const names = await namesOf(tenant);
  for (const name of names) assert.match(name, /^authorization\.(approved|captured|declined):[0-9A-Za-z]{17}$/);
  assert.equal(names.length, 4);
});
