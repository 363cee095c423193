import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { createPaymentCode, getPaymentCode, redeemPaymentCode } from "@/server/contracts/rest/payment-codes";
import { getTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode } from "@/server/testing/factories/payment-codes";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const METADATA = { order: "1001", Größe: [1, { a: null }], ok: true };
const MORE = { why: "dessert" };

async function pageOf(tenant: TestTenant) {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id })));
  return { portal, place: { tenant: tenant.slug, environment: "test" } as const };
}

test("an authorization gives its metadata back, and an increment its own, on the API and in the portal", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const created = { body: { panToken, amount: 10, metadata: METADATA } };
  const { body } = await call(tenant, contracts.createAuthorization, created);
  assert.ok(body.status === "approved");
  const raised = await call(tenant, contracts.incrementAuthorization, {
    params: { id: body.recordId },
    body: { amount: 2, metadata: MORE },
  });
  assert.ok(raised.body.status === "approved");
  const read = async (id: string) => (await call(tenant, contracts.getAuthorization, { params: { id } })).body.metadata;
  assert.deepEqual([await read(body.recordId), await read(raised.body.recordId)], [METADATA, MORE]);
  const plain = await call(tenant, contracts.createAuthorization, { body: { panToken, amount: 10 } });
  assert.equal(await read(plain.body.recordId ?? ""), null);
  const { portal, place } = await pageOf(tenant);
  const page = await portal.tenant.authorizations.get({ ...place, id: body.recordId });
  assert.deepEqual(page.metadataOf, [
    { increment: null, pairs: METADATA },
    { increment: raised.body.authorizationId, pairs: MORE },
  ]);
  assert.deepEqual(page.record.metadata, METADATA);
});

test("a declined authorization has its metadata as well", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant, { fundsMinor: 1n });
  const created = { body: { panToken, amount: 10, metadata: METADATA } };
  const { recordId } = (await call(tenant, contracts.createAuthorization, created)).body;
  const { body } = await call(tenant, contracts.getAuthorization, { params: { id: recordId ?? "" } });
  assert.deepEqual([body.status, body.metadata], ["Authorization Declined", METADATA]);
});

test("issuer and acquirer each get their own metadata back, and neither sees the other's", async () => {
  const [issuer, acquirer] = [await createTestTenant(), await createTestTenant()];
  const { memberId: member } = await createTestCard(issuer);
  const minted = (await call(issuer, createPaymentCode, { body: { member, metadata: METADATA } })).body;
  const { code, pin = "", recordId: id } = minted;
  const redeemed = await call(acquirer, redeemPaymentCode, {
    body: { code, pin, amount: 5, merchant: acquirer.merchantId, metadata: MORE },
  });
  const seen = await call(acquirer, contracts.getAuthorization, { params: { id: redeemed.body.recordId ?? "" } });
  assert.deepEqual(seen.body.metadata, MORE);
  assert.deepEqual((await call(issuer, getPaymentCode, { params: { code } })).body.metadata, METADATA);
  const { portal, place } = await pageOf(issuer);
  const page = await portal.tenant.paymentCodes.get({ ...place, id });
  assert.deepEqual(page.metadata, METADATA);
  assert.doesNotMatch(JSON.stringify(page), /dessert/);
  const wallet = portalOf(await openTestSession(await createTestUser({ kind: "member", memberId: member })));
  const activity = JSON.stringify(await wallet.wallet.activity.list({}));
  const codes = JSON.stringify(await wallet.wallet.codes.list({}));
  assert.match(activity, new RegExp(redeemed.body.recordId ?? "no record"));
  assert.doesNotMatch(`${activity} ${codes}`, /dessert|1001/);
});

test("a merchant sees what its tenant attached to the payment", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { panToken } = await createTestCard(tenant);
  const created = { body: { panToken, amount: 10, merchant: merchant.id, metadata: METADATA } };
  const { body } = await call(tenant, contracts.createAuthorization, created);
  await call(tenant, contracts.captureAuthorization, { params: { id: body.recordId ?? "" } });
  const { transactionId } = await getPrisma().capture.findFirstOrThrow({ where: { rootId: body.recordId ?? "" } });
  assert.deepEqual((await call(merchant, getTransaction, { body: { transactionId } })).body.metadata, METADATA);
});

test("more than the limits allow is a 400 wherever metadata is taken", async () => {
  const tenant = await createTestTenant();
  const { panToken, memberId: member } = await createTestCard(tenant);
  const { code, pin } = await createTestCode(tenant);
  const metadata = { a: "x".repeat(501) };
  const invalid = { status: 400, code: "validation_error" } as const;
  const refusals = [
    await expectError(tenant, contracts.createAuthorization, { body: { panToken, amount: 1, metadata } }, invalid),
    await expectError(
      tenant,
      contracts.incrementAuthorization,
      { params: { id: "3Fq8rT2kZb7Wn4XsD" }, body: { amount: 1, metadata } },
      invalid,
    ),
    await expectError(tenant, createPaymentCode, { body: { member, metadata } }, invalid),
    await expectError(
      tenant,
      redeemPaymentCode,
      { body: { code, pin, amount: 1, merchant: tenant.merchantId, metadata } },
      invalid,
    ),
  ];
  for (const { error } of refusals) assert.equal(error.field, "metadata");
});
