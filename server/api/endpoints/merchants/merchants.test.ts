import assert from "node:assert/strict";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import * as contracts from "@/server/contracts/rest/onboarding/merchants";
import { getPrisma } from "@/server/db/prisma";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const { createMerchant, listMerchants, getMerchant, updateMerchant } = contracts;
const CANTEEN = { name: "Canteen North", mcc: "5812" };
const INVALID = { status: 400, code: "validation_error" } as const;
const MISSING = { status: 404, code: "merchant_not_found" } as const;
const TAKEN = { status: 409, code: "external_id_taken" } as const;
const BAD_CURSOR = { status: 400, code: "invalid_reference" } as const;

const onboard = async (tenant: TestTenant, externalId?: string) =>
  (await call(tenant, createMerchant, { body: { ...CANTEEN, ...(externalId ? { externalId } : {}) } })).body;

// Must run first: the shared sandbox can only be seeded while no live data exists.
test("the public sandbox’s merchants stay as they are documented, whoever has its keys", async () => {
  await seedSandbox();
  const shared = { publicKey: "pk_test_closedloop_sandbox", secret: "sk_test_closedloop_sandbox_public_secret" };
  const params = { id: "TESTmerchantCafe1" };
  const refusal = { status: 403, code: "not_permitted" } as const;
  await expectError(shared, updateMerchant, { params, body: { name: "Mine" } }, refusal);
  await expectError(shared, contracts.createMerchantKey, { params, body: {} }, refusal);
  assert.equal((await call(shared, getMerchant, { params })).body.id, params.id);
});

test("a merchant is onboarded with what is asked, and on record with the key that did it", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const settings = { isSameDayReversalEnabled: true, timeZone: "Europe/Berlin" };
  const { status, body } = await call(tenant, createMerchant, {
    body: { ...CANTEEN, externalId: "canteen-7", settings },
  });
  assert.equal(status, 201);
  const { id, settings: kept, ...rest } = body;
  assert.deepEqual(rest, {
    ...CANTEEN,
    externalId: "canteen-7",
    status: "active",
    isDefault: false,
    createdAt: "2026-03-02T10:00:00.000Z",
  });
  assert.deepEqual({ ...kept, ...settings }, kept);
  const got = (await call(tenant, getMerchant, { params: { id } })).body;
  assert.deepEqual(got, { ...body, payoutAccount: null, nextPayoutAccount: null, prices: [] });
  const [record] = await getPrisma().auditRecord.findMany({ where: { subjectId: id } });
  assert.deepEqual(
    [record?.action, record?.actor, record?.tenantId],
    ["merchant.created", `API key ${tenant.apiKeyId}`, tenant.id],
  );
});

test("a repeat is the first answer, twins are one merchant, and another request with the key is refused", async () => {
  const tenant = await createTestTenant();
  const options = { body: { ...CANTEEN, externalId: "once" }, idempotencyKey: "merchant-1" };
  const twins = await Promise.all(Array.from({ length: 6 }, () => call(tenant, createMerchant, options)));
  assert.equal(new Set(twins.map(({ text }) => text)).size, 1);
  assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 201]);
  const reused = { ...options, body: { ...options.body, name: "Another" } };
  await expectError(tenant, createMerchant, reused, { status: 422, code: "idempotency_key_reused" });
  await expectError(
    tenant,
    createMerchant,
    { body: CANTEEN, idempotencyKey: null },
    { status: 400, code: "idempotency_key_required" },
  );
});

test("an externalId is one merchant’s in each environment of a tenant", async () => {
  const tenant = await createTestTenant();
  const first = await onboard(tenant, "canteen-7");
  const { error } = await expectError(tenant, createMerchant, { body: { ...CANTEEN, externalId: "canteen-7" } }, TAKEN);
  assert.equal(error.field, "externalId");
  const second = await onboard(tenant, "canteen-8");
  await expectError(tenant, updateMerchant, { params: { id: second.id }, body: { externalId: "canteen-7" } }, TAKEN);
  assert.ok(await onboard(await createTestTenant(), "canteen-7"));
  await call(tenant, updateMerchant, { params: { id: first.id }, body: { externalId: null } });
  const moved = await call(tenant, updateMerchant, { params: { id: second.id }, body: { externalId: "canteen-7" } });
  assert.equal(moved.body.externalId, "canteen-7");
});

test("an invalid merchant is a 400 that names the field", async () => {
  const tenant = await createTestTenant();
  const { id } = await onboard(tenant);
  for (const [field, wrong] of [
    ["name", { mcc: "5812" }],
    ["name", { ...CANTEEN, name: " " }],
    ["mcc", { ...CANTEEN, mcc: "12" }],
    ["mcc", { ...CANTEEN, mcc: "0001" }],
    ["externalId", { ...CANTEEN, externalId: "x".repeat(65) }],
    ["settings.timeZone", { ...CANTEEN, settings: { timeZone: "Mars/Olympus" } }],
  ] as const) {
    const refused = await expectError(tenant, createMerchant, { rawBody: JSON.stringify(wrong) }, INVALID);
    assert.equal(refused.error.field, field);
    if (!("name" in wrong)) continue;
    const change = { params: { id }, rawBody: JSON.stringify(wrong) };
    assert.equal((await expectError(tenant, updateMerchant, change, INVALID)).error.field, field);
  }
  await expectError(tenant, updateMerchant, { params: { id }, rawBody: '{"settings":{"price":1}}' }, INVALID);
});

test("PATCH changes what is given, records each change once, and a repeat changes nothing", async () => {
  const tenant = await createTestTenant();
  const { id } = await onboard(tenant);
  const body = { name: "Canteen South", mcc: "5814", settings: { isSameDayReversalEnabled: true } };
  const options = { params: { id }, body, headers: { "idempotency-key": "move-1" } };
  const first = await call(tenant, updateMerchant, options);
  assert.deepEqual(
    [first.body.name, first.body.mcc, first.body.settings.isSameDayReversalEnabled, first.body.externalId],
    ["Canteen South", "5814", true, null],
  );
  await call(tenant, updateMerchant, { params: { id }, body: { name: "Canteen West" } });
  const repeat = await call(tenant, updateMerchant, options);
  assert.deepEqual([repeat.text, repeat.headers.get("idempotent-replayed")], [first.text, "true"]);
  assert.equal((await call(tenant, getMerchant, { params: { id } })).body.name, "Canteen West");
  await call(tenant, updateMerchant, { params: { id }, body: { name: "Canteen West" } });
  const records = await getPrisma().auditRecord.findMany({ where: { subjectId: id }, orderBy: { number: "asc" } });
  assert.deepEqual(
    records.map(({ action, details }) => [action, (details as { field?: string }).field]),
    [
      ["merchant.created", undefined],
      ["merchant.changed", "name"],
      ["merchant.changed", "mcc"],
      ["merchant.same_day_reversal_changed", undefined],
      ["merchant.changed", "name"],
    ],
  );
});

test("the list goes page by page in both directions, and finds by externalId and status", async () => {
  const tenant = await createTestTenant();
  const made = [tenant.merchantId as string];
  for (const externalId of ["a", "b", "c", "d"]) made.unshift((await onboard(tenant, externalId)).id);
  await onboard(await createTestTenant());
  const ids: string[] = [];
  for (;;) {
    const cursor = ids.at(-1);
    const query = { limit: "2", ...(cursor ? { starting_after: cursor } : {}) };
    const { body } = await call(tenant, listMerchants, { query });
    ids.push(...body.data.map(({ id }) => id));
    if (!body.hasMore) break;
  }
  assert.deepEqual(ids, made);
  const back = await call(tenant, listMerchants, { query: { limit: "2", ending_before: made[3] ?? "" } });
  assert.deepEqual(
    back.body.data.map(({ id }) => id),
    made.slice(1, 3),
  );
  const [found] = (await call(tenant, listMerchants, { query: { externalId: "b" } })).body.data;
  assert.equal(found?.id, made[2]);
  assert.deepEqual((await call(tenant, listMerchants, { query: { status: "suspended" } })).body.data, []);
  await expectError(tenant, listMerchants, { query: { status: "asleep" } }, INVALID);
  const theirs = (await onboard(await createTestTenant())).id;
  for (const starting_after of [theirs, "3Fq8rTMc5Yz2Nb8Wd"]) {
    await expectError(tenant, listMerchants, { query: { starting_after } }, BAD_CURSOR);
  }
});

test("another tenant’s merchant isn’t there, to read or to change", async () => {
  const tenant = await createTestTenant();
  const { id } = await onboard(tenant);
  for (const caller of [await createTestTenant(), await createTestKey(tenant, { environment: "live" })]) {
    await expectError(caller, getMerchant, { params: { id } }, MISSING);
    await expectError(caller, updateMerchant, { params: { id }, body: { name: "Mine" } }, MISSING);
  }
  assert.equal((await call(tenant, getMerchant, { params: { id } })).body.name, CANTEEN.name);
});

test("an unapproved live tenant onboards no one", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  await expectError(tenant, createMerchant, { body: CANTEEN }, { status: 403, code: "not_enabled" });
  await approveTestTenant(tenant);
  assert.equal((await onboard(tenant)).isDefault, false);
});
