import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { CHANGING, READING, type TestPlace, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestUser, openTestSession, portalOf, type TestPortal } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function prepare(of: TestTenant): Promise<string> {
  await approveTestTenant(of);
  return (await createTestKey(of)).apiKeyId;
}

const NEW = { label: "Till 4", requireSignature: false };

async function createAndRevoke(portal: TestPortal, place: TestPlace): Promise<void> {
  const { id } = await portal.tenant.keys.create({ ...place, key: randomUUID(), ...NEW });
  await portal.tenant.keys.revoke({ ...place, id });
}

testTenantAuthority("keys", {
  "tenant.keys.list": { call: (portal, place) => portal.tenant.keys.list(place), allowed: READING, others: null },
  "tenant.keys.create": {
    prepare: async (of) => {
      await approveTestTenant(of);
      return "";
    },
    call: createAndRevoke,
    allowed: CHANGING,
    others: null,
  },
  "tenant.keys.roll": {
    prepare,
    call: (portal, place, id) => portal.tenant.keys.roll({ ...place, key: randomUUID(), id }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.keys.replace": {
    prepare,
    call: async (portal, place, id) => {
      const made = await portal.tenant.keys.replace({ ...place, key: randomUUID(), id, hours: 1 });
      await portal.tenant.keys.revoke({ ...place, id: made.id });
    },
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.keys.revoke": {
    prepare,
    call: (portal, place, id) => portal.tenant.keys.revoke({ ...place, id }),
    allowed: CHANGING,
    others: "not_found",
  },
  "tenant.keys.setSignatureRequirement": {
    prepare,
    call: (portal, place, id) => portal.tenant.keys.setSignatureRequirement({ ...place, id, requireSignature: true }),
    allowed: CHANGING,
    others: "not_found",
  },
});

async function ownerOf(tenant: TestTenant, environment: "test" | "live" = "test") {
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const portal = portalOf(await openTestSession(user));
  return { portal, email: user.email, place: { tenant: tenant.slug, environment } };
}

const REFUSED = { status: 401, code: "authentication_failed" } as const;

test("a key works at once; a rolled one's old secret, and a revoked one, are refused at the next request", async () => {
  const tenant = await createTestTenant();
  const { portal, email, place } = await ownerOf(tenant);
  const made = await portal.tenant.keys.create({ ...place, key: randomUUID(), ...NEW });
  await call(made, getTenantIdentity);
  await call(made, getTenantIdentity);
  const rolled = await portal.tenant.keys.roll({ ...place, key: randomUUID(), id: made.id });
  assert.deepEqual([rolled.id, rolled.publicKey], [made.id, made.publicKey]);
  await expectError(made, getTenantIdentity, {}, REFUSED);
  await call(rolled, getTenantIdentity);
  const listed = (await portal.tenant.keys.list(place)).find(({ id }) => id === made.id);
  assert.deepEqual([listed?.label, listed?.secretLast4, listed?.createdBy], ["Till 4", rolled.secret.slice(-4), email]);
  assert.ok(listed?.lastUsedAt);
  await portal.tenant.keys.revoke({ ...place, id: made.id });
  await expectError(rolled, getTenantIdentity, {}, REFUSED);
  await assert.rejects(portal.tenant.keys.roll({ ...place, key: randomUUID(), id: made.id }), { code: "NOT_FOUND" });
  const log = await portal.tenant.audit.list({ ...place, noun: "api_key", actor: email });
  assert.deepEqual(
    log.items.map(({ action }) => action),
    ["api_key.revoked", "api_key.rolled", "api_key.created"],
  );
  const shown = JSON.stringify([await portal.tenant.keys.list(place), log]);
  for (const secret of [made.secret, rolled.secret]) assert.ok(!shown.includes(secret));
});

test("signatures are required from the next request on", async () => {
  const tenant = await createTestTenant();
  const { portal, place } = await ownerOf(tenant);
  const made = await portal.tenant.keys.create({ ...place, key: randomUUID(), ...NEW });
  await call(made, getTenantIdentity);
  await portal.tenant.keys.setSignatureRequirement({ ...place, id: made.id, requireSignature: true });
  await expectError(made, getTenantIdentity, {}, { status: 401, code: "signature_required" });
});

test("live keys wait for the operator's word, and their number has an end", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const { portal, place } = await ownerOf(tenant, "live");
  await assert.rejects(portal.tenant.keys.create({ ...place, key: randomUUID(), ...NEW }), /isn’t approved for live/);
  await approveTestTenant(tenant);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 22 }, () => portal.tenant.keys.create({ ...place, key: randomUUID(), ...NEW })),
  );
  const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  assert.equal(made.length, 19, "beside the one that was there");
  assert.ok(made.every(({ publicKey }) => publicKey.startsWith("pk_live_")));
  await assert.rejects(portal.tenant.keys.create({ ...place, key: randomUUID(), ...NEW }), /at most 20 API keys/);
});
