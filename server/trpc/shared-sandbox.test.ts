import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { DEFAULT_CAP } from "@/server/contracts/demo";
import { getPrisma } from "@/server/db/prisma";
import { bulkJobs } from "@/server/domain/bulk-jobs";
import { createDemoCode } from "@/server/domain/sandbox";
import { DEMO_MEMBER } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { digest } from "@/server/platform/crypto";
import { newRecordId, parseRecordId } from "@/server/platform/ids";
import { readError, sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { openTestSession, portalOf } from "@/server/testing/factories/portal";
import { finishJobs } from "@/server/testing/long-jobs";

withTestDatabase();

const publicKeys = {
  "x-api-key": "pk_test_closedloop_sandbox",
  authorization: "Bearer sk_test_closedloop_sandbox_public_secret",
};

test("the public sandbox's documented records can't be changed with a demo login", async () => {
  await seedSandbox();
  await createDemoCode({ now: now(), requestId: newRecordId(now()) }, DEFAULT_CAP);
  const db = getPrisma();
  const user = await db.user.findUniqueOrThrow({ where: { email: "admin@tenant.test" } });
  const portal = portalOf(
    await openTestSession({ id: parseRecordId(user.id), email: user.email, password: "closed-loop-demo" }),
  );
  const place = { tenant: "sandbox-coffee-co", environment: "test" } as const;
  const key = await db.apiKey.findUniqueOrThrow({ where: { publicKey: "pk_test_closedloop_sandbox" } });
  const merchantKey = await db.merchantKey.findFirstOrThrow({ where: { merchantId: "TESTmerchantCafe1" } });
  const card = await db.card.findFirstOrThrow({ where: { panTokenHash: digest("pan-token", "TESTcardApproved1") } });
  const cafe = "TESTmerchantCafe1";
  const visitors = await db.paymentCode.findFirstOrThrow({ where: { memberId: DEMO_MEMBER } });
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    "live bodies": () => portal.tenant.tenants.keepLiveBodies({ ...place, isOn: true }),
    "time zone": () => portal.tenant.tenants.changeTimeZone({ ...place, timeZone: "Asia/Tokyo" }),
    rename: () => portal.tenant.tenants.rename({ ...place, title: "Mine" }),
    color: () => portal.tenant.brand.changeAccent({ ...place, accent: "#1a7f37" }),
    logo: () => portal.tenant.brand.removeLogo(place),
    roll: () => portal.tenant.keys.roll({ ...place, key: randomUUID(), id: key.id }),
    replace: () =>
      portal.tenant.keys.replace({
        ...place,
        key: randomUUID(),
        id: key.id,
        hours: 1,
      }),
    revoke: () => portal.tenant.keys.revoke({ ...place, id: key.id }),
    sign: () => portal.tenant.keys.setSignatureRequirement({ ...place, id: key.id, requireSignature: true }),
    "merchant key": () => portal.tenant.merchants.createKey({ ...place, key: randomUUID(), id: cafe }),
    "revoke merchant key": () =>
      portal.tenant.merchants.revokeKey({ ...place, merchantId: cafe, keyId: merchantKey.id }),
    reversal: () =>
      portal.tenant.merchants.changeSettings({ ...place, id: cafe, settings: { isSameDayReversalEnabled: false } }),
    freeze: () => portal.tenant.members.setCardStatus({ ...place, id: card.id, status: "frozen" }),
    card: () =>
      portal.tenant.members.issueCard({ ...place, key: randomUUID(), account: card.accountId, allowedMccs: [] }),
    account: () =>
      portal.tenant.members.openAccount({ ...place, key: randomUUID(), memberId: card.memberId, currency: "EUR" }),
    "demo card": () =>
      portal.tenant.members.issueCard({ ...place, key: randomUUID(), account: "TESTacctRobin0001", allowedMccs: [] }),
    "demo account": () =>
      portal.tenant.members.openAccount({ ...place, key: randomUUID(), memberId: DEMO_MEMBER, currency: "EUR" }),
    "demo code": () => portal.tenant.paymentCodes.revoke({ ...place, id: visitors.id }),
  };
  const days = { headers: { ...publicKeys, "content-type": "application/json" }, body: '{"days":1}' };
  const moved = await sendRaw({ method: "POST", path: "/v1/sandbox/clock/advance", ...days });
  readError(moved, 403, "sandbox_clock_fixed");
  for (const [name, attempt] of Object.entries(attempts)) {
    await assert.rejects(attempt, { code: "FORBIDDEN" }, name);
  }
  await portal.tenant.bulkJobs.start({ ...place, act: "revoke_codes", ids: [visitors.id], key: randomUUID() });
  await finishJobs(bulkJobs);
  const [job] = (await portal.tenant.bulkJobs.list({ ...place, act: "revoke_codes" })).jobs;
  assert.deepEqual(job?.failures, [{ id: visitors.id, reason: "not_permitted" }]);
  const { status } = await db.paymentCode.findUniqueOrThrow({ where: { id: visitors.id } });
  assert.equal(status, "active");
  const bob = await db.user.findUniqueOrThrow({ where: { email: "bob@member.test" } });
  const wallet = portalOf(
    await openTestSession({ id: parseRecordId(bob.id), email: bob.email, password: "closed-loop-demo" }),
  );
  const [own] = await wallet.wallet.cards.list();
  assert.ok(own?.isShared);
  await assert.rejects(wallet.wallet.cards.freeze({ id: own.id }), { code: "FORBIDDEN" });
  await assert.rejects(wallet.wallet.cards.name({ id: own.id, name: "Mine" }), { code: "FORBIDDEN" });
  await assert.rejects(wallet.wallet.cards.changeLimits({ id: own.id, dailyCount: 1 }), { code: "FORBIDDEN" });
  assert.equal(
    (await portal.tenant.members.get({ ...place, id: "TESTmemberBob0001" })).cardsOf[0]?.panToken,
    "TESTcardLowFunds1",
  );
});
