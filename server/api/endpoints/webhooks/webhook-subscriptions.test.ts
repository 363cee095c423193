import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { storedSubscription } from "@/server/testing/factories/webhook-deliveries";
import { setSubscriptionStatus, subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const MISSING = { status: 404, code: "subscription_not_found" } as const;
const REVOKED = { status: 409, code: "subscription_revoked" } as const;
const INVALID = { status: 400, code: "validation_error" } as const;
const BAD_CURSOR = { status: 400, code: "invalid_reference" } as const;

const ABOUT_ONE = [
  contracts.getSubscription,
  contracts.updateSubscription,
  contracts.revokeSubscription,
  contracts.rotateSecret,
  contracts.makeNextSecret,
  contracts.listDeliveries,
  contracts.sendTestEvent,
  contracts.retryDelivery,
];

for (const operation of ABOUT_ONE) {
  test(`${operation.id}: another tenant’s or environment’s is not there`, async () => {
    const tenant = await createTestTenant();
    const { id } = (await subscribe(tenant)).row;
    const before = await storedSubscription(id);
    const body = "body" in operation ? { rawBody: "{}" } : {};
    const deliveryId = "3Fq8rTDw2Lk9VbN4h";
    const unknown = { params: { id: "3Fq8rTBhLm5QdXc7K", deliveryId }, ...body };
    const { text } = await expectError(tenant, operation, unknown, MISSING);
    await expectError(tenant, operation, { params: { id: "what/ever", deliveryId }, ...body }, MISSING);
    for (const caller of [await createTestTenant(), await createTestKey(tenant, { environment: "live" })]) {
      const refused = await expectError(caller, operation, { params: { id, deliveryId }, ...body }, MISSING);
      assert.equal(refused.text, text);
    }
    assert.deepEqual(await storedSubscription(id), before);
  });
}

test("GET shows it, never the secret, to every key of the tenant", async () => {
  const tenant = await createTestTenant();
  const { row, secret } = await subscribe(tenant);
  for (const caller of [tenant, await createTestKey(tenant)]) {
    const { body, text } = await call(caller, contracts.getSubscription, { params: { id: row.id } });
    assert.deepEqual([body.id, body.url, body.status, body.secretLast4], [row.id, row.url, "active", secret.slice(-4)]);
    assert.ok(!text.includes(secret.slice(6, 20)));
  }
});

test("PATCH changes what is given and nothing else", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { id } = (await subscribe(tenant)).row;
  const params = { id };
  clock.advance(1_000);
  const first = await call(tenant, contracts.updateSubscription, {
    params,
    body: { events: ["authorization.reversed"], description: "Refunds" },
  });
  assert.deepEqual(
    [first.body.events, first.body.description, first.body.url, first.body.status, first.body.updated],
    [["authorization.reversed"], "Refunds", "https://receiver.example.com/hooks", "active", "2026-03-02T10:00:01.000Z"],
  );
  const url = "https://elsewhere.example.com/hooks";
  const second = await call(tenant, contracts.updateSubscription, { params, body: { url, description: null } });
  assert.deepEqual([second.body.url, second.body.description], [url, null]);
  const third = await call(tenant, contracts.updateSubscription, { params, body: { status: "paused" } });
  assert.deepEqual([third.body.status, third.body.url], ["paused", url]);
  assert.deepEqual((await call(tenant, contracts.getSubscription, { params })).body, third.body);
});

test("PATCH refuses what may not be, and keeps what was", async () => {
  const tenant = await createTestTenant();
  const { id } = (await subscribe(tenant)).row;
  for (const [field, wrong] of [
    ["events", { events: [] }],
    ["events.0", { events: ["nothing.happened"] }],
    ["status", { status: "revoked" }],
    ["url", { url: "http://plain.example.com/" }],
    ["description", { description: "x".repeat(257) }],
  ] as const) {
    const options = { params: { id }, rawBody: JSON.stringify(wrong) };
    assert.equal((await expectError(tenant, contracts.updateSubscription, options, INVALID)).error.field, field);
  }
  const { status, version } = await storedSubscription(id);
  assert.deepEqual([status, version], ["active", 0]);
});

test("a PATCH with a key happens once", async () => {
  const tenant = await createTestTenant();
  const { id } = (await subscribe(tenant)).row;
  const options = { params: { id }, body: { status: "paused" as const }, headers: { "idempotency-key": "pause-1" } };
  const first = await call(tenant, contracts.updateSubscription, options);
  await setSubscriptionStatus(tenant, id, "active");
  const repeat = await call(tenant, contracts.updateSubscription, options);
  assert.deepEqual([repeat.text, repeat.headers.get("idempotent-replayed")], [first.text, "true"]);
  assert.equal((await storedSubscription(id)).status, "active");
});

test("DELETE revokes for good: again is no error, PATCH, rotation, test and retry are refused", async () => {
  const tenant = await createTestTenant();
  const { id } = (await subscribe(tenant)).row;
  const params = { id, deliveryId: "3Fq8rTDw2Lk9VbN4h" };
  for (let i = 0; i < 2; i += 1) {
    const { status, body } = await call(tenant, contracts.revokeSubscription, { params });
    assert.deepEqual([status, body], [200, { id, revoked: true }]);
  }
  await expectError(tenant, contracts.updateSubscription, { params, body: { status: "active" } }, REVOKED);
  await expectError(tenant, contracts.updateSubscription, { params, body: {} }, REVOKED);
  await expectError(tenant, contracts.rotateSecret, { params }, REVOKED);
  await expectError(tenant, contracts.sendTestEvent, { params }, REVOKED);
  assert.equal((await call(tenant, contracts.getSubscription, { params })).body.status, "revoked");
});

async function listAll(tenant: TestTenant, limit: number, query: Record<string, string> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const cursor = ids.at(-1);
    const page = await call(tenant, contracts.listSubscriptions, {
      query: { limit: String(limit), ...query, ...(cursor ? { starting_after: cursor } : {}) },
    });
    ids.push(...page.body.data.map(({ id }) => id));
    assert.equal(page.body.hasMore, page.body.data.length === limit && ids.length % limit === 0 && page.body.hasMore);
    if (!page.body.hasMore) return ids;
  }
}

test("the list goes page by page, newest first, also within one millisecond", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const made: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    made.push((await subscribe(tenant)).row.id);
    if (i % 2 === 1) clock.advance(1);
  }
  await subscribe(await createTestTenant());
  await subscribe(await createTestKey(tenant, { environment: "live" }));
  const [all, byTwo, bySeven] = [await listAll(tenant, 100), await listAll(tenant, 2), await listAll(tenant, 7)];
  assert.deepEqual(new Set(all), new Set(made));
  assert.equal(all.length, 7);
  assert.deepEqual([byTwo, bySeven], [all, all]);
  const newest = all[0];
  assert.equal(newest, made.at(-1));
  await setSubscriptionStatus(tenant, made[2] ?? "", "paused");
  await setSubscriptionStatus(tenant, made[4] ?? "", "revoked");
  assert.deepEqual(await listAll(tenant, 3, { status: "paused" }), [made[2]]);
  assert.deepEqual(await listAll(tenant, 3, { status: "revoked" }), [made[4]]);
  assert.equal((await listAll(tenant, 3, { status: "active" })).length, 5);
});

test("limits out of 1 to 100, unknown states and cursors are a 400", async () => {
  const tenant = await createTestTenant();
  for (const query of [{ limit: "0" }, { limit: "101" }, { limit: "two" }, { limit: "1.5" }, { status: "asleep" }]) {
    await expectError(tenant, contracts.listSubscriptions, { query }, INVALID);
  }
  await expectError(tenant, contracts.listSubscriptions, { query: { starting_after: "short" } }, INVALID);
  const theirs = (await subscribe(await createTestTenant())).row.id;
  for (const starting_after of ["3Fq8rTBhLm5QdXc7K", theirs]) {
    const { error } = await expectError(tenant, contracts.listSubscriptions, { query: { starting_after } }, BAD_CURSOR);
    assert.equal(error.field, "starting_after");
  }
});
