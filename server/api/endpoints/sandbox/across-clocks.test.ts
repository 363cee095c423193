import assert from "node:assert/strict";
import { test } from "node:test";
import { approveAgreement, approveChargeRequest } from "@/server/contracts/rest/sandbox";
import { getPrisma } from "@/server/db/prisma";
import { endChargeRequests, rescuePayment } from "@/server/domain/authorizations";
import { freezeCard } from "@/server/domain/members";
import { sweepSandboxClocks } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import {
  approve,
  createShopAndForeignMember,
  createTestAgreement,
  deny,
  readAgreement,
  requestTestAgreement,
  revoke,
} from "@/server/testing/factories/agreements";
import { declineOf } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { denyCharge, readChargeRequest, requestTestCharge } from "@/server/testing/factories/charge-requests";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { advanceTestClock } from "@/server/testing/sandbox-clock";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

test("a member of a tenant ahead denies another tenant's charge at the time of that tenant", async () => {
  withFakeClock(START);
  const { shop, other, card } = await createShopAndForeignMember();
  const agreement = await requestTestAgreement(shop, { card, maxAmount: 20, interval: "monthly" });
  await approve(other, agreement);
  const request = await requestTestCharge(shop, agreement);
  // By the issuer's clock the request has expired.
  await advanceTestClock(other, { days: 30 });
  await denyCharge(other, request);
  assert.equal((await readChargeRequest(shop, request)).status, "Denied");
  const declined = await getPrisma().authorization.findMany({ where: { merchantId: shop.id } });
  assert.deepEqual(
    declined.map(({ outcome, createdAt }) => [outcome, createdAt.toISOString()]),
    [["declined", START]],
  );
});

test("a yes to an agreement needs one clock and changes nothing without it; a no has the merchant's time", async () => {
  withFakeClock(START);
  const { shop, other, card } = await createShopAndForeignMember();
  const [asked, second] = [await requestTestAgreement(shop, { card }), await requestTestAgreement(shop, { card })];
  await advanceTestClock(other, { days: 6 });
  const refused = { status: 409, code: "sandbox_clocks_differ" } as const;
  const { error } = await expectError(other, approveAgreement, { params: { id: asked.id }, body: {} }, refused);
  assert.match(error.message, /^The merchant’s sandbox clock and yours differ/);
  assert.equal((await readAgreement(shop, asked)).status, "PendingApproval");
  await advanceTestClock(shop.tenant, { days: 6 });
  assert.equal((await approve(other, asked)).status, "Active");
  await advanceTestClock(other, { hours: 5 });
  await deny(other, second);
  const { deniedAt } = await getPrisma().recurringAgreement.findUniqueOrThrow({ where: { id: second.id } });
  assert.equal(deniedAt?.toISOString(), "2026-03-08T10:00:00.000Z");
});

test("a yes to a charge and to a declined payment need one clock too, and change nothing without it", async () => {
  withFakeClock(START);
  const { shop, other, card } = await createShopAndForeignMember();
  const agreement = await requestTestAgreement(shop, { card, maxAmount: 20, interval: "monthly" });
  await approve(other, agreement);
  const request = await requestTestCharge(shop, agreement);
  await freezeCard(memberCaller(other, card), { id: card.id });
  const { recordId: id } = await declineOf(shop.tenant, card, 20, { reasonCode: "62" });
  assert.ok(id);
  const allow = () => rescuePayment(memberCaller(other, card), { id, account: null }, null);
  await advanceTestClock(shop.tenant, { hours: 1 });
  const refused = { status: 409, code: "sandbox_clocks_differ" } as const;
  const { error } = await expectError(other, approveChargeRequest, { params: { id: request.id } }, refused);
  assert.match(error.message, /^The merchant’s sandbox clock and yours differ/);
  assert.equal((await readChargeRequest(shop, request)).status, "PendingApproval");
  await assert.rejects(allow(), { code: "sandbox_clocks_differ", message: error.message });
  assert.equal(await countRows("rescues"), 0);
});

test("the sweep by real time leaves a withdrawn charge of a tenant that is ahead to that tenant's clock", async () => {
  withFakeClock(START);
  const shop = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(shop, { maxAmount: 20, interval: "monthly" });
  await advanceTestClock(shop.tenant, { days: 30 });
  await requestTestCharge(shop, agreement);
  await revoke(shop, agreement);
  assert.equal(await endChargeRequests({ now: now() }), 0);
  await sweepSandboxClocks();
  const declined = await getPrisma().authorization.findMany({ where: { merchantId: shop.id } });
  assert.deepEqual(
    declined.map(({ createdAt }) => createdAt.toISOString()),
    ["2026-04-01T10:00:00.000Z"],
  );
});
