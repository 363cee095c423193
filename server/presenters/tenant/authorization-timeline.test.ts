import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { captureAuthorization, reverseAuthorization } from "@/server/domain/authorizations";
import type { StaffCaller } from "@/server/domain/caller";
import { getAuthorizationStory } from "@/server/domain/queries";
import { DAY_MS, now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { readAmount } from "@/server/platform/money";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser } from "@/server/testing/factories/portal";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { presentAuthorizationStory } from "./authorizations";

withTestDatabase();

async function createStaff(tenant: TestTenant, at: Date): Promise<StaffCaller> {
  const { id: userId, email } = await createTestUser({ kind: "tenant_admin", tenantId: tenant.id });
  const { id: tenantId, environment } = tenant;
  const who = { userId, email, role: "admin" as const, tenantId, isTenantSuspended: false };
  return { kind: "staff", timeZone: "UTC", ...who, environment, now: at, requestId: newRecordId(at) };
}

async function timelineOf(staff: StaffCaller, id: string, at = staff.now) {
  return presentAuthorizationStory(await getAuthorizationStory(staff, { id }), at).timeline;
}

test("different people's acts in the same millisecond are kept apart", async () => {
  const tenant = await createTestTenant();
  const { recordId: id } = await authorize(tenant, await createTestCard(tenant), 18);
  const at = now();
  const people = [await createStaff(tenant, at), await createStaff(tenant, at)];
  for (const [i, person] of people.entries()) {
    await captureAuthorization(person, { id, amount: readAmount(i + 1), merchantReference: null }, null);
  }
  for (const [i, person] of people.entries()) {
    await reverseAuthorization(person, { id, amount: readAmount(i + 5), kind: "void", reasonCode: "RV01" }, null);
  }
  const [asker] = people;
  assert.ok(asker);
  const timeline = await timelineOf(asker, id);
  for (const [i, { email, requestId }] of people.entries()) {
    const actor = { kind: "staff", name: email, requestId };
    const done = (kind: string, amount: number) =>
      timeline.find((step) => step.kind === kind && step.amount === amount)?.actor;
    assert.deepEqual([done("captured", i + 1), done("voided", i + 5)], [actor, actor]);
  }
});

test("keys are named without their secrets, long after the request log forgot them", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const sale = await createTestSale(merchant);
  await getPrisma().requestRecord.deleteMany({ where: { tenantId: tenant.id } });
  const staff = await createStaff(tenant, now());
  const [sold] = (await timelineOf(staff, sale.authorizationId)).filter(({ kind }) => kind === "captured");
  assert.equal(sold?.actor?.kind, "merchant_key");
  assert.ok(sold.actor.name && merchant.key.startsWith(`${sold.actor.name}_`));
  assert.ok(sold.actor.requestId);
  const { recordId } = await authorize(tenant, sale.card, 1);
  const [asked] = await timelineOf(staff, recordId);
  assert.equal(asked?.actor?.name, tenant.publicKey);
});

test("an unended hold expired by the clock", async () => {
  const tenant = await createTestTenant();
  const { recordId: id } = await authorize(tenant, await createTestCard(tenant), 18);
  const staff = await createStaff(tenant, now());
  const timeline = await timelineOf(staff, id, new Date(staff.now.getTime() + 31 * DAY_MS));
  assert.deepEqual(timeline.find(({ kind }) => kind === "expired")?.actor, {
    kind: "clock",
    name: null,
    requestId: null,
  });
});

test("the settled total is captures less refunds, in one batch or in two", async () => {
  const clock = withFakeClock("2026-03-02T12:00:00.000Z");
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const early = await createTestSale(merchant, { amount: 33.06 });
  await refund(merchant, early.transactionId);
  const late = await createTestSale(merchant, { amount: 33.06 });
  await settleAfterASecond(clock, tenant, merchant);
  await refund(merchant, late.transactionId, 3);
  await refund(merchant, late.transactionId, 30.06);
  await settleAfterASecond(clock, tenant, merchant);
  const staff = await createStaff(tenant, clock.now());
  const settlementsOf = async (id: string) =>
    (await timelineOf(staff, id)).flatMap(({ amount, settled }) => (settled ? [{ amount, ...settled }] : []));
  const whole = { captured: 33.06, refunded: 33.06, net: 0 };
  assert.deepEqual(await settlementsOf(early.authorizationId), [{ amount: 0, ...whole }]);
  assert.deepEqual(await settlementsOf(late.authorizationId), [
    { amount: 33.06, captured: 33.06, refunded: 0, net: 33.06 },
    { amount: -33.06, ...whole },
  ]);
});
