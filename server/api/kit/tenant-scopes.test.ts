import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { MERCHANT_ENDPOINTS } from "@/server/api/merchant-v1";
import { V1_ENDPOINTS } from "@/server/api/v1";
import { isNetwork, isWithin } from "@/server/contracts/keys/networks";
import { TENANT_SCOPES, type TenantScope } from "@/server/contracts/keys/tenant-scopes";
import { listAuthorizations } from "@/server/contracts/rest/authorizations";
import { createMember, inviteMember, listMembers } from "@/server/contracts/rest/onboarding/members";
import { isOfTenants } from "@/server/contracts/rest/operation";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getPrisma } from "@/server/db/prisma";
import { HOUR_MS } from "@/server/platform/clock";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { actingFor } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { tenantScopesOf } from "./authenticate";

withTestDatabase();

const NO_SCOPE = { status: 403, code: "insufficient_scope" } as const;
const NO_ADDRESS = { status: 403, code: "address_not_allowed" } as const;
const REFUSED = { status: 401, code: "authentication_failed" } as const;
const NEW = { label: "Reporting", requireSignature: false };

async function keysOf(tenant: TestTenant) {
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const { keys } = portalOf(await openTestSession(user)).tenant;
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const create = (fields: {
    readonly scopes?: TenantScope[];
    readonly allowedAddresses?: string[];
    readonly hours?: number;
  }) => keys.create({ ...place, key: randomUUID(), ...NEW, ...fields });
  const replace = (id: string, hours: number) => keys.replace({ ...place, key: randomUUID(), id, hours });
  return { create, replace, list: () => keys.list(place), revoke: (id: string) => keys.revoke({ ...place, id }) };
}

test("a key that lacks a scope of an operation is refused before anything else, on both surfaces", async () => {
  const operations = [...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS].map(({ contract }) => contract).filter(isOfTenants);
  let { create } = await keysOf(await createTestTenant());
  const keys = new Map<string, Awaited<ReturnType<typeof create>>>();
  const keyWith = async (scopes: readonly TenantScope[]) => {
    if (keys.size % 15 === 0) ({ create } = await keysOf(await createTestTenant()));
    const key = keys.get(scopes.join()) ?? (await create({ scopes: [...scopes] }));
    keys.set(scopes.join(), key);
    return key;
  };
  for (const operation of operations) {
    const needed = tenantScopesOf(operation);
    const lacking = needed.map((scope) => TENANT_SCOPES.filter((other) => other !== scope));
    for (const scopes of [needed.length > 0 ? needed : (["sandbox:read"] as const), ...lacking]) {
      const key = await keyWith(scopes);
      const params = Object.fromEntries(Object.keys(operation.params?.shape ?? {}).map((field) => [field, "x"]));
      const rawBody = operation.method === "GET" ? {} : { rawBody: "{}" };
      const sender = operation.auth === "merchant" ? actingFor(key, { id: "x" }) : key;
      const { text } = await send(sender, operation, { params, ...rawBody, idempotencyKey: null });
      const isRefused = text.includes('"insufficient_scope"');
      assert.equal(isRefused, lacking.includes(scopes as TenantScope[]), `${operation.id} by ${scopes}`);
    }
  }
  const unused = TENANT_SCOPES.filter(
    (scope) => !operations.some((operation) => tenantScopesOf(operation).includes(scope)),
  );
  assert.deepEqual(unused, []);
});

test("a read-only key writes nothing, and gets no earlier answer either; older keys may do everything", async () => {
  const tenant = await createTestTenant();
  const { create, list } = await keysOf(tenant);
  const reader = await create({ scopes: ["members:read", "payments:read"] });
  await call(reader, listMembers);
  await call(reader, listAuthorizations);
  await call(reader, getTenantIdentity);
  const options = { body: { name: "Ada Park" }, idempotencyKey: "once" };
  const { error } = await expectError(reader, createMember, options, NO_SCOPE);
  assert.deepEqual(error.details, { scope: "members:write" });
  await call(tenant, createMember, options);
  await expectError(reader, createMember, options, NO_SCOPE);
  const [listed, before] = await list();
  assert.deepEqual([listed?.scopes, listed?.allowedAddresses], [["payments:read", "members:read"], []]);
  assert.deepEqual(before?.scopes, [...TENANT_SCOPES]);
  const record = await getPrisma().auditRecord.findFirstOrThrow({ where: { subjectId: reader.id } });
  assert.match(JSON.stringify(record.details), /"scopes":\["members:read","payments:read"\]/);
});

test("a key that moves no money opens no wallet, whose owner does", async () => {
  const tenant = await createTestTenant();
  const { create } = await keysOf(tenant);
  const { id } = (await call(tenant, createMember, { body: { name: "Ada Park" } })).body;
  const invited = { params: { id }, body: { email: `${id}@wallet.test` } };
  const others: TenantScope[] = ["members:read", "members:write"];
  for (const [has, lacks] of [
    ["payments:write", "money:write"],
    ["money:write", "payments:write"],
  ] as const) {
    const { error } = await expectError(await create({ scopes: [...others, has] }), inviteMember, invited, NO_SCOPE);
    assert.deepEqual(error.details, { scope: lacks });
  }
  assert.equal(await getPrisma().invitation.count({ where: { memberId: id } }), 0);
  await call(await create({ scopes: ["members:write", "payments:write", "money:write"] }), inviteMember, invited);
});

test("a key works from its addresses alone, remembered or not; a wrong secret learns nothing of them", async () => {
  const { create } = await keysOf(await createTestTenant());
  const here = await create({ allowedAddresses: ["127.0.0.0/8", "::1", "192.0.2.1"] });
  const elsewhere = await create({ allowedAddresses: ["203.0.113.0/24"] });
  for (let i = 0; i < 2; i += 1) await call(here, getTenantIdentity);
  for (let i = 0; i < 2; i += 1) await expectError(elsewhere, getTenantIdentity, {}, NO_ADDRESS);
  await expectError({ ...elsewhere, secret: here.secret }, getTenantIdentity, {}, REFUSED);
  await assert.rejects(create({ allowedAddresses: ["example.com"] }), { code: "BAD_REQUEST" });
});

test("a key limited to an IPv6 network is accepted from there alone", async () => {
  const { create } = await keysOf(await createTestTenant());
  const key = await create({ allowedAddresses: ["2001:db8:7::/48"] });
  await call(key, getTenantIdentity, { address: "2001:db8:7:1::9" });
  const { error } = await expectError(key, getTenantIdentity, { address: "2001:db8:8:1::9" }, NO_ADDRESS);
  assert.deepEqual(error.details, { address: "2001:db8:8:1::9" });
  await call(await create({ allowedAddresses: ["::/0"] }), getTenantIdentity, { address: "2001:db8:8:1::9" });
});

test("networks are read as people write them", () => {
  for (const text of ["192.0.2.1", "192.0.2.0/24", "2001:db8::/32", "::1"]) assert.ok(isNetwork(text), text);
  for (const text of ["", "10", "0x7f.1", "192.0.2.0/33", "192.0.2/24", "example.com", "192.0.2.1/"]) {
    assert.ok(!isNetwork(text), text);
  }
  assert.ok(isWithin("192.0.2.77", ["192.0.2.0/24"]));
  assert.ok(isWithin("::ffff:192.0.2.77", ["192.0.2.0/24"]));
  assert.ok(isWithin("2001:db8::1", ["10.0.0.0/8", "2001:db8::/32"]));
  assert.ok(!isWithin("192.0.3.1", ["192.0.2.0/24", "2001:db8::/32"]));
  assert.ok(!isWithin(null, ["0.0.0.0/0", "::/0"]));
  for (const address of ["192.0.2.77", "2001:db8::1"]) assert.ok(isWithin(address, ["::/0"]), address);
  assert.ok(isWithin("192.0.2.77", ["::ffff:192.0.0.0/104"]));
  assert.ok(!isWithin("193.0.2.77", ["::ffff:192.0.0.0/104"]));
  assert.ok(!isWithin("2001:db8::1", ["0.0.0.0/0"]));
});

test("a key made for some hours ends by itself, and so does its replacement, at the same moment", async () => {
  const tenant = await createTestTenant();
  const { create, replace, list } = await keysOf(tenant);
  const key = await create({ hours: 24 });
  await call(key, getTenantIdentity);
  const [listed] = await list();
  const ends = Date.parse(listed?.expiresAt ?? "") - Date.now();
  assert.ok(ends > 23.9 * HOUR_MS && ends <= 24 * HOUR_MS);
  const made = [await replace(key.id, 48), await replace(key.id, 1)];
  await call({ ...key }, getTenantIdentity);
  for (const { id, ...pair } of made) {
    await call(pair, getTenantIdentity);
    assert.equal((await list()).find((one) => one.id === id)?.expiresAt, listed?.expiresAt);
  }
  for (const hours of [0, 721]) await assert.rejects(create({ hours }), { code: "BAD_REQUEST" });
});

test("replaced, the old key works until the end that was set, and not after; the new one may do the same", async () => {
  const tenant = await createTestTenant();
  const { create, replace, list } = await keysOf(tenant);
  const old = await create({ scopes: ["members:read"], allowedAddresses: ["127.0.0.0/8", "::1"] });
  const made = await replace(old.id, 1);
  assert.notEqual(made.publicKey, old.publicKey);
  for (const key of [old, made]) {
    await call(key, listMembers);
    await expectError(key, createMember, { body: { name: "Ada" } }, NO_SCOPE);
  }
  const listed = await list();
  const find = (id: string) => listed.find((key) => key.id === id);
  assert.deepEqual(
    [find(made.id)?.scopes, find(made.id)?.allowedAddresses, find(made.id)?.label, find(made.id)?.expiresAt],
    [["members:read"], ["127.0.0.0/8", "::1"], "Reporting", null],
  );
  assert.ok(find(old.id)?.expiresAt);
  await queryTestDatabase("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [old.id]);
  await expectError({ ...old }, listMembers, {}, REFUSED);
  await call(made, listMembers);
  await assert.rejects(replace(old.id, 1), { code: "NOT_FOUND" });
  for (const hours of [0, -1, 721, 1.5]) {
    await assert.rejects(replace(made.id, hours), { code: "BAD_REQUEST" });
  }
  await call(made, listMembers);
});
