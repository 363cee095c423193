import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sellTransaction } from "@/server/contracts/transactions";
import { getPrisma } from "@/server/db/prisma";
import { call as callApi, expectError } from "@/server/testing/api-client";
import { createTestCard } from "@/server/testing/cards";
import { withTestDatabase } from "@/server/testing/database";
import { approveTestTenant } from "@/server/testing/live-approval";
import { createTestMerchant } from "@/server/testing/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/portal";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/tenant-authority";
import { createTestTenant, type TestTenant } from "@/server/testing/tenants";

withTestDatabase();

async function prepare(of: TestTenant): Promise<string> {
  await approveTestTenant(of);
  return (await createTestMerchant(of)).id;
}

async function prepareKey(of: TestTenant): Promise<string> {
  const merchantId = await prepare(of);
  const { id } = await getPrisma().merchantKey.findFirstOrThrow({ where: { merchantId } });
  return `${merchantId}/${id}`;
}

const NEW = { name: "Corner Shop", mcc: "5411", isSameDayReversalEnabled: true };

testTenantAuthority("merchants", {
  "merchants.list": { call: (portal, place) => portal.merchants.list(place), allowed: READING, others: null },
  "merchants.categories": {
    call: (portal, place) => portal.merchants.categories(place),
    allowed: READING,
    others: null,
  },
  "merchants.get": {
    prepare,
    call: (portal, place, id) => portal.merchants.get({ ...place, id }),
    allowed: READING,
    others: "not_found",
  },
  "merchants.create": {
    prepare,
    call: (portal, place) => portal.merchants.create({ ...place, key: randomUUID(), ...NEW }),
    allowed: CHANGING,
    others: null,
  },
  "merchants.createKey": {
    prepare,
    call: (portal, place, id) => portal.merchants.createKey({ ...place, key: randomUUID(), id }),
    allowed: CHANGING,
    others: "not_found",
  },
  "merchants.revokeKey": {
    prepare: prepareKey,
    call: (portal, place, id) => {
      const [merchantId = "", keyId = merchantId] = id.split("/");
      return portal.merchants.revokeKey({ ...place, merchantId, keyId });
    },
    allowed: CHANGING,
    others: "not_found",
  },
  "merchants.setSameDayReversal": {
    prepare,
    call: (portal, place, id) => portal.merchants.setSameDayReversal({ ...place, id, isEnabled: true }),
    allowed: CHANGING,
    others: "not_found",
  },
});

test("a merchant is onboarded, sells with its key, and no more once the key is revoked", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { id } = await portal.merchants.create({ ...place, key: randomUUID(), ...NEW });
  const { id: keyId, key } = await portal.merchants.createKey({ ...place, key: randomUUID(), id });
  const body = { amount: 5, paymentMethod: card.panToken };
  const { body: sale } = await callApi({ key }, sellTransaction, { body });
  assert.ok(sale.approved);
  const merchant = await portal.merchants.get({ ...place, id });
  assert.equal(merchant.category, "Grocery Stores, Supermarkets");
  assert.deepEqual(merchant.money, [{ currency: "USD", pending: 5, settled: 0, paidOut: 0, carriedOver: 0 }]);
  assert.equal(merchant.isDefault, false);
  assert.ok(!JSON.stringify(merchant).includes(key));
  await portal.merchants.revokeKey({ ...place, merchantId: id, keyId });
  await expectError({ key }, sellTransaction, { body }, { status: 401, code: "authentication_failed" });
  await assert.rejects(portal.merchants.revokeKey({ ...place, merchantId: id, keyId }), { code: "NOT_FOUND" });
  const { items } = await portal.audit.list({ ...place, noun: "merchant_key" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["merchant_key.revoked", "merchant_key.created"],
  );
});
