import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

/** Decision 040: sent four times concurrently under one key, each makes one thing. */
const TWINS = 4;

interface Making {
  readonly send: (portal: TestPortal, place: { tenant: string; environment: "test" }, key: string) => Promise<object>;
  readonly count: () => Promise<number>;
  readonly isShownOnce: boolean;
}

async function makings(tenant: TestTenant): Promise<Record<string, Making>> {
  const prisma = getPrisma();
  const { memberId, accountId } = await createTestCard(tenant);
  const merchant = await createTestMerchant(tenant);
  const rolled = tenant.apiKeyId;
  const { apiKeyId: replaced } = await createTestKey(tenant);
  const [ofTenant, ofMember] = [{ where: { tenantId: tenant.id } }, { where: { memberId } }];
  return {
    "tenant.keys.create": {
      send: (portal, place, key) =>
        portal.tenant.keys.create({ ...place, key, label: "Till", requireSignature: false }),
      count: () => prisma.apiKey.count(ofTenant),
      isShownOnce: true,
    },
    "tenant.merchants.create": {
      send: (portal, place, key) =>
        portal.tenant.merchants.create({ ...place, key, name: "Café", mcc: "5814", isSameDayReversalEnabled: false }),
      count: () => prisma.merchant.count(ofTenant),
      isShownOnce: false,
    },
    "tenant.merchants.createKey": {
      send: (portal, place, key) => portal.tenant.merchants.createKey({ ...place, key, id: merchant.id }),
      count: () => prisma.merchantKey.count({ where: { merchantId: merchant.id } }),
      isShownOnce: true,
    },
    "tenant.members.create": {
      send: (portal, place, key) => portal.tenant.members.create({ ...place, key, name: "Ada" }),
      count: () => prisma.member.count(ofTenant),
      isShownOnce: false,
    },
    "tenant.members.openAccount": {
      send: (portal, place, key) => portal.tenant.members.openAccount({ ...place, key, memberId, currency: "EUR" }),
      count: () => prisma.account.count(ofMember),
      isShownOnce: false,
    },
    "tenant.members.issueCard": {
      send: (portal, place, key) =>
        portal.tenant.members.issueCard({ ...place, key, account: accountId, allowedMccs: [], dailyAmountLimit: 5 }),
      count: () => prisma.card.count(ofMember),
      isShownOnce: true,
    },
    "tenant.team.invite": {
      send: (portal, place, key) =>
        portal.tenant.team.invite({ ...place, key, email: "new@person.test", role: "viewer" }),
      count: () => prisma.invitation.count({ where: { tenantId: tenant.id, memberId: null } }),
      isShownOnce: true,
    },
    "tenant.members.inviteToWallet": {
      send: (portal, place, key) =>
        portal.tenant.members.inviteToWallet({ ...place, key, id: memberId, email: "ada@wallet.test" }),
      count: () => prisma.invitation.count({ where: { memberId } }),
      isShownOnce: true,
    },
    "tenant.keys.replace": {
      send: (portal, place, key) => portal.tenant.keys.replace({ ...place, key, id: replaced, hours: 1 }),
      count: () => prisma.apiKey.count({ where: { tenantId: tenant.id } }),
      isShownOnce: true,
    },
    "tenant.keys.roll": {
      send: (portal, place, key) => portal.tenant.keys.roll({ ...place, key, id: rolled }),
      count: () => prisma.auditRecord.count({ where: { action: "api_key.rolled", subjectId: rolled } }),
      isShownOnce: true,
    },
  };
}

test("a dialog makes its record once, however often its answer is lost; a secret is shown once", async () => {
  const tenant = await createTestTenant();
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_owner", tenantId: tenant.id })));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  for (const [name, { send, count, isShownOnce }] of Object.entries(await makings(tenant))) {
    const before = await count();
    const key = randomUUID();
    const sent = await Promise.allSettled(Array.from({ length: TWINS }, () => send(portal, place, key)));
    sent.push(...(await Promise.allSettled([send(portal, place, key)])));
    assert.equal((await count()) - before, 1, name);
    const answers = sent.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    assert.equal(answers.length, isShownOnce ? 1 : TWINS + 1, name);
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, name);
    for (const outcome of sent) {
      if (outcome.status === "rejected") assert.match(String(outcome.reason), /the answer was lost/, name);
    }
    await send(portal, place, randomUUID());
    assert.equal((await count()) - before, 2, `${name} under another key`);
  }
  const kept = await getPrisma().idempotencyKey.findMany({ where: { scope: { contains: tenant.id } } });
  assert.doesNotMatch(JSON.stringify(kept), /sk_test_|mk_test_|panToken|invite/);
});

test("a key is the person's at one place: a colleague's and an API key's are others", async () => {
  const tenant = await createTestTenant();
  const key = randomUUID();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const form = { key, name: "Café", mcc: "5814", isSameDayReversalEnabled: false };
  const [first, second] = await Promise.all(
    [1, 2].map(async () => {
      const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
      return portalOf(await openTestSession(user));
    }),
  );
  assert.ok(first && second);
  const before = await getPrisma().merchant.count({ where: { tenantId: tenant.id } });
  await first.tenant.merchants.create({ ...place, ...form });
  await second.tenant.merchants.create({ ...place, ...form });
  await first.tenant.merchants.create({ ...place, ...form });
  assert.equal(await getPrisma().merchant.count({ where: { tenantId: tenant.id } }), before + 2);
  const { panToken } = await createTestCard(tenant);
  const { status } = await call(tenant, createAuthorization, { body: { panToken, amount: 5 }, idempotencyKey: key });
  assert.equal(status, 201);
});
