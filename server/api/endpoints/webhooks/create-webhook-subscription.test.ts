import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { call, expectError } from "@/server/testing/clients/api-client";
import { allowLocalhost } from "@/server/testing/clients/receiver";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { bindTestResolver } from "@/server/testing/engine/webhook-sender";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { storedSubscription } from "@/server/testing/factories/webhook-deliveries";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();
allowLocalhost();
bindTestResolver(async (name) =>
  name === "inside.example.com"
    ? [
        { address: "8.8.8.8", family: 4 },
        { address: "10.0.0.7", family: 4 },
      ]
    : [],
);

const { createSubscription, revokeSubscription, rotateSecret } = contracts;
const body = { url: "https://shop.example.com/hooks", events: ["authorization.approved" as const] };
const INVALID = { status: 400, code: "validation_error" } as const;
const FULL = { status: 409, code: "subscription_limit_reached" } as const;

test("a subscription is active, with a secret that is shown now and stored encrypted only", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const reply = await call(tenant, createSubscription, {
    body: { ...body, events: ["authorization.captured", "authorization.captured"], description: "Orders" },
  });
  assert.equal(reply.status, 201);
  const { id, secret, secretLast4, ...rest } = reply.body;
  assert.deepEqual(rest, {
    url: body.url,
    events: ["authorization.captured"],
    description: "Orders",
    merchant: null,
    status: "active",
    secretSince: null,
    nextSecretLast4: null,
    nextSecretAt: null,
    failureCount: 0,
    lastDelivery: null,
    created: "2026-03-02T10:00:00.000Z",
    updated: null,
  });
  assert.match(secret ?? "", /^whsec_[A-Za-z0-9+/]{32}$/);
  assert.equal(Buffer.from(secret?.slice(6) ?? "", "base64").length, 24);
  assert.equal(secretLast4, secret?.slice(-4));
  assert.deepEqual(await findStoredText(secret?.slice(6, 30) ?? ""), []);
  assert.ok(!(await storedSubscription(id)).sealedSecret.includes("whsec"));
});

test("a repeat is a 200 with the same subscription and no secret; a rotation's too", async () => {
  const tenant = await createTestTenant();
  const options = { body, idempotencyKey: "subscribe-1" };
  const first = await call(tenant, createSubscription, options);
  const { secret, ...rest } = first.body;
  assert.ok(secret);
  for (const caller of [tenant, await createTestKey(tenant)]) {
    const repeat = await call(caller, createSubscription, options);
    const { secretShown: _, ...repeated } = repeat.body;
    assert.deepEqual([repeat.status, repeated], [200, rest]);
    assert.equal(repeat.headers.get("idempotent-replayed"), "true");
    assert.ok(!repeat.text.includes('secret":'));
  }
  await expectError(
    tenant,
    createSubscription,
    { body: { ...body, description: "another" }, idempotencyKey: "subscribe-1" },
    { status: 422, code: "idempotency_key_reused" },
  );
  const rotation = { params: { id: rest.id }, headers: { "idempotency-key": "rotate-1" } };
  const rotated = await call(tenant, rotateSecret, rotation);
  const again = await call(tenant, rotateSecret, rotation);
  assert.ok(rotated.body.secret && rotated.body.secret !== secret);
  assert.deepEqual([again.status, again.body.secret], [200, undefined]);
  assert.equal((await storedSubscription(rest.id)).secretLast4, rotated.body.secretLast4);
});

test("twins with one key make one subscription", async () => {
  const tenant = await createTestTenant();
  const before = await countRows("webhook_subscriptions");
  const twins = Array.from({ length: 8 }, () =>
    call(tenant, createSubscription, { body, idempotencyKey: "subscribe-twins" }),
  );
  const replies = await Promise.all(twins);
  assert.equal(new Set(replies.map((reply) => reply.body.id)).size, 1);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(7).fill(200), 201]);
  assert.equal(replies.filter((reply) => reply.body.secret !== undefined).length, 1);
  assert.equal(await countRows("webhook_subscriptions"), before + 1);
});

const REFUSED_URLS = [
  "http://shop.example.com/",
  "https://user:pass@shop.example.com/",
  "https://169.254.169.254/",
  "https://[::ffff:10.0.0.1]/",
  "https://shop.example.com:25/",
  "https://shop.example.com:5432/",
  "https://shop.test/",
  "https://shop.invalid/",
  "https://shop.example/",
  "https://localhost/",
  "https://inside.example.com/",
  "http://127.0.0.1:3000/",
  "shop.example.com",
  "https:shop.example.com/hooks",
  "https://shop.example.com\\hooks",
  `https://shop.example.com/${"x".repeat(2030)}`,
];

for (const url of REFUSED_URLS) {
  test(`a 400 names the url: ${url.slice(0, 50)}`, async () => {
    const tenant = await createTestTenant();
    const { error } = await expectError(tenant, createSubscription, { body: { ...body, url } }, INVALID);
    assert.equal(error.field, "url");
    const { body: kept } = await call(tenant, createSubscription, { body });
    const change = { params: { id: kept.id }, body: { url } };
    assert.equal((await expectError(tenant, contracts.updateSubscription, change, INVALID)).error.field, "url");
    assert.equal((await storedSubscription(kept.id)).url, body.url);
  });
}

test("a URL in another spelling stays as given", async () => {
  const url = "HTTPS://Shop.example.com:443";
  const { body: made } = await call(await createTestTenant(), createSubscription, { body: { ...body, url } });
  assert.deepEqual([made.url, (await storedSubscription(made.id)).url], [url, url]);
});

test("http://localhost is a receiver where the service itself is on localhost", async () => {
  const tenant = await createTestTenant();
  const { status } = await call(tenant, createSubscription, { body: { ...body, url: "http://localhost:4000/hooks" } });
  assert.equal(status, 201);
});

test("other wrong fields are named", async () => {
  const tenant = await createTestTenant();
  for (const [field, wrong] of [
    ["url", { events: body.events }],
    ["events", { url: body.url }],
    ["events", { ...body, events: [] }],
    ["events.0", { ...body, events: ["authorization.exploded"] }],
    ["description", { ...body, description: "x".repeat(257) }],
  ] as const) {
    const options = { rawBody: JSON.stringify(wrong) };
    assert.equal((await expectError(tenant, createSubscription, options, INVALID)).error.field, field);
  }
  await expectError(
    tenant,
    createSubscription,
    { body, idempotencyKey: null },
    { status: 400, code: "idempotency_key_required" },
  );
});

test("60 at once are 50: no more that are not revoked, each environment by itself", async () => {
  const tenant = await createTestTenant();
  const attempts = Array.from({ length: 60 }, () =>
    call(tenant, createSubscription, { body }).then(
      ({ body: { id } }) => id,
      () => null,
    ),
  );
  const ids = (await Promise.all(attempts)).filter((id) => id !== null);
  let made = ids.length;
  // Some may have been refused as too busy; create the rest one by one.
  while (made < 50) {
    await call(tenant, createSubscription, { body });
    made += 1;
  }
  assert.equal(made, 50);
  const { error } = await expectError(tenant, createSubscription, { body }, FULL);
  assert.deepEqual(error.details, { limit: 50 });
  const live = await createTestKey(tenant, { environment: "live" });
  assert.equal((await call(live, createSubscription, { body })).status, 201);
  await call(tenant, revokeSubscription, { params: { id: ids[0] ?? "" } });
  assert.equal((await call(tenant, createSubscription, { body })).status, 201);
  await expectError(tenant, createSubscription, { body }, FULL);
});
