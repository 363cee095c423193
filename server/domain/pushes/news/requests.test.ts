import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { sweepPushes } from "@/server/domain/pushes/sweep-pushes";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { charge, createTestAgreement, deny, requestTestAgreement } from "@/server/testing/factories/agreements";
import { denyCharge, requestTestCharge } from "@/server/testing/factories/charge-requests";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { beginPushes } from "@/server/testing/pushes/begin-pushes";
import { turnOnTestPushes } from "@/server/testing/pushes/push-devices";

withTestDatabase();

const sweep = () => sweepPushes({ members: null });

test("waiting requests are told with their merchant and amount, and die when they expire", async () => {
  const { service, shownBy } = await beginPushes();
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant, { maxAmount: 20, interval: "monthly" });
  const user = await createTestUser({ kind: "member", memberId: agreement.card.memberId });
  const browser = service.subscribe();
  await turnOnTestPushes(portalOf(await openTestSession(user)), browser, { requests: true, payments: false });
  await charge(merchant, agreement, { amount: 5 });
  const { id } = await requestTestCharge(merchant, agreement);
  await sweep();
  const [asked, ...others] = shownBy({ browser });
  assert.match(asked?.title ?? "", /^.+ asks for \$35\.00$/);
  assert.match(
    asked?.body ?? "",
    /: More than you allowed for one charge\. Nothing is charged unless you approve it\.$/,
  );
  assert.deepEqual([asked?.href, others], [`/wallet/r/${id}`, []], "payments are off");
  const { expiresAt } = await getPrisma().chargeRequest.findUniqueOrThrow({ where: { id } });
  const left = (expiresAt.getTime() - now().getTime()) / 1_000;
  assert.ok(Math.abs(Number(service.taken[0]?.headers.ttl) - left) < 60);
});

test("a request for recurring payments says its terms; one that was answered before is not told", async () => {
  const { create, shownBy } = await beginPushes();
  const member = await create();
  const { card, tenant } = member;
  await deny(tenant, await requestTestAgreement(await createTestMerchant(tenant), { card }));
  const { id } = await requestTestAgreement(await createTestMerchant(tenant), {
    card,
    amount: 7.2,
    interval: "monthly",
  });
  await sweep();
  const shown = shownBy(member);
  assert.equal(shown.length, 1);
  assert.match(shown[0]?.title ?? "", / asks for recurring payments$/);
  assert.match(shown[0]?.body ?? "", /\$7\.20 every month/);
  assert.equal(shown[0]?.href, `/wallet/r/${id}`);
});

test("a charge denied by the member is told of once: as the request it was", async () => {
  const { create, titlesOf } = await beginPushes();
  const merchant = await createTestMerchant(await createTestTenant());
  const member = await create(merchant.tenant);
  const agreement = await createTestAgreement(merchant, { card: member.card, maxAmount: 20, interval: "monthly" });
  await charge(merchant, agreement, { amount: 5 });
  const request = await requestTestCharge(merchant, agreement);
  await sweep();
  await denyCharge(merchant.tenant, request);
  await sweep();
  const titles = titlesOf(member).filter((title) => title.includes("$35.00"));
  assert.equal(titles.length, 1);
  assert.match(titles[0] ?? "", / asks for \$35\.00$/);
});
