import assert from "node:assert/strict";
import { test } from "node:test";
import { approveAgreement } from "@/server/domain/recurring";
import { READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { approve, createTestAgreement, requestTestAgreement, revoke } from "@/server/testing/factories/agreements";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveCharge, denyCharge, requestTestCharge } from "@/server/testing/factories/charge-requests";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const TERMS = { maxAmount: 20, interval: "monthly" } as const;

/** Approves like the wallet does, since in live nobody may act as a member. */
async function prepare(of: TestTenant): Promise<string> {
  const shop = await createTestMerchant(of);
  const agreement = await requestTestAgreement(shop, TERMS);
  const asShown = { id: agreement.id, account: null, maxAmount: null, interval: null, noLimit: false };
  await approveAgreement(memberCaller(of, agreement.card), asShown, null);
  return (await requestTestCharge(shop, agreement)).id;
}

testTenantAuthority("chargeRequests", {
  "tenant.chargeRequests.list": {
    call: (portal, place) => portal.tenant.chargeRequests.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.chargeRequests.get": {
    prepare,
    call: (portal, place, id) => portal.tenant.chargeRequests.get({ ...place, id }),
    allowed: READING,
    others: "charge_request_not_found",
  },
});

async function pagesOf(tenant: TestTenant) {
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: "test" } as const;
  return { place, chargeRequests: portalOf(await openTestSession(user)).tenant.chargeRequests };
}

test("each state is found by its filter as soon as it is one, whether or not a sweep came by", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const ask = async () => {
    const agreement = await createTestAgreement(shop, TERMS);
    return { agreement, ...(await requestTestCharge(shop, agreement)) };
  };
  const [approved, denied, expired, withdrawn] = [await ask(), await ask(), await ask(), await ask()];
  await approveCharge(tenant, approved);
  await denyCharge(tenant, denied);
  await revoke(shop, withdrawn.agreement);
  clock.advance(3 * DAY_MS);
  const pending = await ask();
  const { place, chargeRequests } = await pagesOf(tenant);
  const expected = { pending, approved, denied, expired, withdrawn } as const;
  for (const state of ["pending", "approved", "denied", "expired", "withdrawn"] as const) {
    const { items } = await chargeRequests.list({ ...place, state });
    assert.deepEqual(
      items.map(({ id, status }) => [id, status.slice(0, 7).toLowerCase()]),
      [[expected[state].id, state.slice(0, 7)]],
    );
  }
  const all = await chargeRequests.list(place);
  assert.equal(all.items.length, 5);
  assert.equal(all.items[0]?.id, pending.id);
  const paid = await chargeRequests.get({ ...place, id: approved.id });
  assert.deepEqual([paid.exceeds, paid.amount, paid.currency, paid.approvalUrl], ["maxAmount", 35, "USD", null]);
  assert.match(paid.authorizationId ?? "", /^\d{7}$/);
  assert.match((await chargeRequests.get({ ...place, id: pending.id })).approvalUrl ?? "", /\/wallet\/r\//);
});

test("requests are found by id, agreement, member, reference, merchant; a foreign member has no name", async () => {
  const [tenant, bank] = [await createTestTenant(), await createTestTenant()];
  const [shop, other] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  const card = await createTestCard(bank);
  const agreement = await requestTestAgreement(shop, { card, ...TERMS });
  await approve(bank, agreement);
  const far = await requestTestCharge(shop, agreement, { merchantReference: "May bill" });
  const own = await createTestAgreement(other, TERMS);
  const near = await requestTestCharge(other, own, { amount: 50 });
  const { place, chargeRequests } = await pagesOf(tenant);
  const found = async (filter: Omit<Parameters<typeof chargeRequests.list>[0], keyof typeof place>) =>
    (await chargeRequests.list({ ...place, ...filter })).items.map(({ id }) => id);
  for (const search of [far.id, agreement.id, card.memberId, " May bill "]) {
    assert.deepEqual(await found({ search }), [far.id], search);
  }
  assert.deepEqual(await found({ merchant: other.id }), [near.id]);
  assert.deepEqual(await found({ sort: "amount" }), [far.id, near.id]);
  assert.deepEqual(await found({ sort: "-amount" }), [near.id, far.id]);
  assert.deepEqual(await found({ search: "no such thing" }), []);
  assert.equal((await chargeRequests.get({ ...place, id: far.id })).memberName, null);
  assert.equal((await chargeRequests.get({ ...place, id: near.id })).memberName, "Test Member");
  assert.deepEqual((await (await pagesOf(bank)).chargeRequests.list({ ...place, tenant: bank.slug })).items, []);
});
