import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { CHANGING, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { call as callApi, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

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

const PRICE = { currency: "USD", rate: 1.4, fixed: 0.1, effectiveOn: "2099-12-01" };
const NEW = { name: "Corner Shop", mcc: "5411", isSameDayReversalEnabled: true };

testTenantAuthority("merchants", {
  "tenant.merchants.list": {
    call: (portal, place) => portal.tenant.merchants.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.merchants.names": {
    call: (portal, place) => portal.tenant.merchants.names(place),
    allowed: READING,
    others: null,
  },
  "tenant.merchants.categories": {
    call: (portal, place) => portal.tenant.merchants.categories(place),
    allowed: READING,
    others: null,
  },
  "tenant.merchants.get": {
    prepare,
    call: (portal, place, id) => portal.tenant.merchants.get({ ...place, id }),
    allowed: READING,
    others: "not_found",
  },
  "tenant.merchants.create": {
    prepare,
    call: (portal, place) => portal.tenant.merchants.create({ ...place, key: randomUUID(), ...NEW }),
    allowed: CHANGING,
    others: null,
  },
  "tenant.merchants.createKey": {
    prepare,
    call: (portal, place, id) => portal.tenant.merchants.createKey({ ...place, key: randomUUID(), id }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.merchants.revokeKey": {
    prepare: prepareKey,
    call: (portal, place, id) => {
      const [merchantId = "", keyId = merchantId] = id.split("/");
      return portal.tenant.merchants.revokeKey({ ...place, merchantId, keyId });
    },
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.merchants.setPrice": {
    prepare,
    call: (portal, place, id) => portal.tenant.merchants.setPrice({ ...place, id, ...PRICE }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.merchants.changeSettings": {
    prepare,
    call: (portal, place, id) =>
      portal.tenant.merchants.changeSettings({ ...place, id, settings: { isSameDayReversalEnabled: true } }),
    allowed: CHANGING,
    others: "not_found",
  },
});

test("a merchant is onboarded, sells with its key, and no more once the key is revoked", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { id } = await portal.tenant.merchants.create({ ...place, key: randomUUID(), ...NEW });
  const { id: keyId, key } = await portal.tenant.merchants.createKey({ ...place, key: randomUUID(), id });
  const body = { amount: 5, paymentMethod: card.panToken };
  const { body: sale } = await callApi({ key }, sellTransaction, { body });
  assert.ok(sale.approved);
  const merchant = await portal.tenant.merchants.get({ ...place, id });
  assert.equal(merchant.category, "Grocery Stores, Supermarkets (5411)");
  assert.deepEqual(merchant.money, [
    { merchant: id, currency: "USD", pending: 5, settled: 0, paidOut: 0, carriedOver: 0 },
  ]);
  assert.equal(merchant.isDefault, false);
  assert.ok(!JSON.stringify(merchant).includes(key));
  await portal.tenant.merchants.revokeKey({ ...place, merchantId: id, keyId });
  await expectError({ key }, sellTransaction, { body }, { status: 401, code: "authentication_failed" });
  await assert.rejects(portal.tenant.merchants.revokeKey({ ...place, merchantId: id, keyId }), { code: "NOT_FOUND" });
  const { items } = await portal.tenant.audit.list({ ...place, noun: "merchant_key" });
  assert.deepEqual(
    items.map(({ action }) => action),
    ["merchant_key.revoked", "merchant_key.created"],
  );
});

test("a setting is on record when it changes, and only then", async () => {
  const tenant = await createTestTenant();
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { id } = await createTestMerchant(tenant);
  const start = (await portal.tenant.merchants.get({ ...place, id })).settings;
  const isSameDayReversalEnabled = !start.isSameDayReversalEnabled;
  for (const settings of [{}, { isSameDayReversalEnabled }, { isSameDayReversalEnabled }]) {
    await portal.tenant.merchants.changeSettings({ ...place, id, settings });
  }
  const merchant = await portal.tenant.merchants.get({ ...place, id });
  assert.deepEqual(merchant.settings, { ...start, isSameDayReversalEnabled });
  const records = await getPrisma().auditRecord.findMany({ where: { subjectId: id, userId: { not: null } } });
  assert.deepEqual(
    records.map(({ action, details }) => [action, details]),
    [
      [
        "merchant.same_day_reversal_changed",
        { name: merchant.name, from: start.isSameDayReversalEnabled, to: isSameDayReversalEnabled },
      ],
    ],
  );
});
