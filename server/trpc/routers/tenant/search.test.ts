import assert from "node:assert/strict";
import { test } from "node:test";
import { getAuthorization } from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { createMember } from "@/server/domain/members";
import { closeRequestLog, openRequestLog } from "@/server/domain/request-log";
import { settleNow } from "@/server/domain/settlement";
import { createSubscription, revokeSubscription } from "@/server/domain/webhooks";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestAgreement } from "@/server/testing/factories/agreements";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { networkCaller, tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { requestTestCharge } from "@/server/testing/factories/charge-requests";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode } from "@/server/testing/factories/payment-codes";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { ALL_EVENTS } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

testTenantAuthority("search", {
  "tenant.search.find": {
    call: (portal, place) => portal.tenant.search.find({ ...place, text: "anything" }),
    allowed: READING,
    others: null,
  },
});

async function openPortal() {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  const find = async (text: string, environment: "test" | "live" = "test") => {
    const found = await portal.tenant.search.find({ tenant: tenant.slug, environment, text });
    return [
      ...found.authorizations.map(({ id }) => `authorization ${id}`),
      ...found.records.map(({ kind, id }) => `${kind} ${id}`),
    ];
  };
  return { tenant, find };
}

test("a record is found by its id as what it is, and by nobody else", async () => {
  const { tenant, find } = await openPortal();
  const stranger = await openPortal();
  bindTestSender();
  const url = "https://hooks.example.com/here";
  const subscribed = await createSubscription(
    tenantCaller(tenant),
    { url, events: ALL_EVENTS, description: null },
    null,
  );
  const card = await createTestCard(tenant);
  const shop = await createTestMerchant(tenant);
  const hold = await authorize(tenant, card, 5);
  const sale = await createTestSale(shop, { card });
  const code = await createTestCode(tenant, { card, account: card.accountId });
  const agreement = await createTestAgreement(shop, { card });
  const charged = await createTestAgreement(shop, { card, maxAmount: 20, interval: "monthly" });
  const asked = await requestTestCharge(shop, charged);
  openRequestLog();
  const { headers } = await send(tenant, getAuthorization, { params: { id: "0".repeat(17) } });
  await closeRequestLog();
  const later = { ...tenantCaller(tenant), now: new Date(Date.now() + 1_000) };
  const [batch] = await settleNow(later, { merchantId: shop.id, request: null });
  const [delivery] = await deliveriesOf(subscribed.row.id);
  const root = await getPrisma().authorization.findFirstOrThrow({
    where: { tenantId: tenant.id, authorizationNumber: sale.authorizationId },
  });
  const request = headers.get("x-request-id") ?? "";
  const wanted: Readonly<Record<string, string>> = {
    [hold.recordId]: `authorization ${hold.recordId}`,
    [hold.authorizationId ?? ""]: `authorization ${hold.recordId}`,
    [sale.transactionId]: `authorization ${root.id}`,
    [card.memberId]: `member ${card.memberId}`,
    [card.accountId]: `member ${card.memberId}`,
    [agreement.id]: `member ${card.memberId}`,
    [shop.id]: `merchant ${shop.id}`,
    [code.recordId]: `payment_code ${code.recordId}`,
    [asked.id]: `charge_request ${asked.id}`,
    [batch?.id ?? ""]: `batch ${batch?.id}`,
    [subscribed.row.id]: `subscription ${subscribed.row.id}`,
    [delivery ?? ""]: `delivery ${delivery}`,
    [request]: `request ${request}`,
  };
  assert.equal(Object.keys(wanted).length, 13);
  for (const [text, record] of Object.entries(wanted)) {
    assert.deepEqual(await find(` ${text} `), [record], record);
    assert.deepEqual(await stranger.find(text), [], `${record} by a stranger`);
  }
  assert.deepEqual(
    (await find(card.id)).sort(),
    [`authorization ${root.id}`, `authorization ${hold.recordId}`, `member ${card.memberId}`].sort(),
  );
  assert.deepEqual(await stranger.find(card.id), []);
});

test("people and merchants are found by how words of their names begin, at most five of a kind", async () => {
  const { tenant, find } = await openPortal();
  const stranger = await openPortal();
  const make = (name: string, tenantId = tenant.id) => createMember(networkCaller(), { tenantId, name });
  const alice = await make("Alice O'Brien-Smith");
  await make("Alice Elsewhere", stranger.tenant.id);
  for (const text of ["alice", "ALI", "smith", "bri", "smi ali", "o'brien", "Alice O'Brien-Smith"]) {
    assert.deepEqual(await find(text), [`member ${alice.id}`], text);
  }
  for (const text of ["lice", "a", "' | ali", "ali & !smith", "\\", "''", "ali:*B", ":*", "%", "(ali"]) {
    assert.ok((await find(text)).length <= 1, text);
  }
  assert.deepEqual(await find("lice"), []);
  assert.deepEqual(await find("a"), []);
  for (let i = 0; i < 6; i += 1) await make(`Bob ${i}`);
  assert.equal((await find("bob")).length, 5);
  assert.deepEqual(await find("merch"), [`merchant ${tenant.merchantId}`]);
});

test("a webhook is found by its description, and by its host and path", async () => {
  const { tenant, find } = await openPortal();
  const stranger = await openPortal();
  bindTestSender();
  const subscribe = async (url: string, description: string | null) => {
    const { row } = await createSubscription(tenantCaller(tenant), { url, events: ALL_EVENTS, description }, null);
    return row.id;
  };
  const tills = await subscribe("https://hooks.example.com/tills", "Canteen: tills");
  const web = await subscribe("https://shop.example.com/hooks", null);
  const both = [`subscription ${web}`, `subscription ${tills}`];
  for (const [text, ids] of [
    ["canteen", [`subscription ${tills}`]],
    ["TILLS", [`subscription ${tills}`]],
    ["https://shop", [`subscription ${web}`]],
    ["example.com", both],
    ["%", []],
    ["no such host", []],
  ] as const) {
    assert.deepEqual(await find(text), ids, text);
    assert.deepEqual(await stranger.find(text), [], `${text} by a stranger`);
    assert.deepEqual(await find(text, "live"), [], `${text} in live`);
  }
  const named = await portalOf(
    await openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id })),
  );
  const { records } = await named.tenant.search.find({ tenant: tenant.slug, environment: "test", text: "example.com" });
  assert.deepEqual(
    records.map(({ name }) => name),
    ["shop.example.com/hooks", "Canteen: tills"],
  );
  await revokeSubscription(tenantCaller(tenant), { id: web }, null);
  assert.deepEqual(await find("shop.example"), []);
});

test("records of one environment are not found in the other", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 1);
  for (const text of [recordId, card.memberId, card.id, "Test Member", "Test Merchant"]) {
    const count = async (environment: "live" | "test") => {
      const { authorizations, records } = await portal.tenant.search.find({ tenant: tenant.slug, environment, text });
      return authorizations.length + records.length;
    };
    assert.ok((await count("live")) > 0, text);
    assert.equal(await count("test"), 0, text);
  }
});
