import assert from "node:assert/strict";
import { test } from "node:test";
import { createSubscription, updateSubscription } from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { type CallOptions, call, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();
bindTestSender();
process.env.PUBLIC_URL = "http://localhost:3000";

const at = (url: string) => ({ url, events: ["authorization.approved" as const] });
const HERE = at("http://localhost:4000/hooks");

const FROM: Readonly<Record<string, [Pick<CallOptions<typeof createSubscription>, "address" | "headers">, number]>> = {
  "this machine": [{ address: "127.0.0.1" }, 201],
  "this machine by IPv6": [{ address: "::1" }, 201],
  "another machine": [{ address: "203.0.113.9" }, 400],
  "another machine through a proxy on this one": [{ headers: { "x-forwarded-for": "203.0.113.9" } }, 400],
  "a proxy that names nobody": [{ headers: { via: "1.1 proxy" } }, 400],
};

for (const [where, [options, status]] of Object.entries(FROM)) {
  test(`a receiver on http://localhost, asked for from ${where}: ${status}`, async () => {
    const tenant = await createTestTenant();
    const reply = await send(tenant, createSubscription, { body: HERE, ...options });
    assert.equal(reply.status, status, reply.text);
  });
}

test("a change of the URL is judged alike", async () => {
  const tenant = await createTestTenant();
  const { body } = await call(tenant, createSubscription, { body: at("https://shop.example.com/hooks") });
  const change = { params: { id: body.id }, body: { url: HERE.url } };
  const passedOn = await send(tenant, updateSubscription, { ...change, headers: { "x-real-ip": "203.0.113.9" } });
  assert.deepEqual([passedOn.status, (await send(tenant, updateSubscription, change)).status], [400, 200]);
});

test("the machine's own services are no receivers", async () => {
  const tenant = await createTestTenant();
  for (const url of ["http://localhost:22/", "http://localhost:1023/", "http://localhost:5432/"]) {
    const { status, text } = await send(tenant, createSubscription, { body: at(url) });
    assert.equal(status, 400, url);
    assert.match(text, /port/);
  }
  assert.equal((await send(tenant, createSubscription, { body: at("http://localhost/hooks") })).status, 201);
});
