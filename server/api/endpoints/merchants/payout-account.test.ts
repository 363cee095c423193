import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/onboarding/merchants";
import { getPrisma } from "@/server/db/prisma";
import { listOutbox } from "@/server/domain/emails";
import { notifyPeople } from "@/server/domain/notifications";
import { DAY_MS, now } from "@/server/platform/clock";
import { decryptText } from "@/server/platform/crypto";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const { getMerchant, setPayoutAccount } = contracts;
const OLD = { holder: "Canteen Ltd", country: "DE", accountNumber: "DE89 3704 0044 0532 0130 00" };
const NEW = { holder: "Canteen Ltd", country: "GB", accountNumber: "gb82west12345698765432" };
const NATIONAL = { holder: "Canteen Ltd", country: "US", accountNumber: "000123456789", bankCode: "021000021" };
const INVALID = { status: 400, code: "validation_error" } as const;
const MISSING = { status: 404, code: "merchant_not_found" } as const;

const set = async (tenant: TestTenant, id: string, body: typeof OLD | typeof NATIONAL) =>
  (await call(tenant, setPayoutAccount, { params: { id }, body })).body;

const accountsOf = async (tenant: TestTenant, id: string) => {
  const { payoutAccount, nextPayoutAccount } = (await call(tenant, getMerchant, { params: { id } })).body;
  return [payoutAccount?.last4 ?? null, nextPayoutAccount?.last4 ?? null];
};

const age = (ms: number) =>
  queryTestDatabase(
    `UPDATE merchant_payout_accounts SET created_at = created_at - $1 * interval '1 millisecond',
      works_from = works_from - $1 * interval '1 millisecond', replaced_at = replaced_at - $1 * interval '1 millisecond'`,
    [ms],
  );

test("in test it works at once; the number is nowhere but encrypted, and a repeat sets nothing", async () => {
  const tenant = await createTestTenant();
  const { id } = await createTestMerchant(tenant);
  assert.deepEqual(await accountsOf(tenant, id), [null, null]);
  const options = { params: { id }, body: OLD, idempotencyKey: "account-1" };
  const first = await call(tenant, setPayoutAccount, options);
  assert.equal(first.status, 201);
  const { createdAt, worksFrom, ...rest } = first.body;
  assert.deepEqual([rest, worksFrom], [{ merchant: id, country: "DE", last4: "3000" }, createdAt]);
  const repeat = await call(tenant, setPayoutAccount, options);
  assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
  assert.equal(await getPrisma().merchantPayoutAccount.count(), 1);
  assert.deepEqual(await accountsOf(tenant, id), ["3000", null]);
  await set(tenant, id, NATIONAL);
  assert.deepEqual(await accountsOf(tenant, id), ["6789", null]);
  for (const text of ["370400440532013000", "3704 0044", "000123456789", "Canteen Ltd"]) {
    assert.deepEqual(await findStoredText(text), [], text);
  }
  const { sealedAccount } = await getPrisma().merchantPayoutAccount.findFirstOrThrow({ where: { last4: "3000" } });
  const opened = JSON.parse(decryptText("payout-account", sealedAccount));
  assert.deepEqual(opened, { ...OLD, accountNumber: "DE89370400440532013000", bankCode: null });
  const records = await getPrisma().auditRecord.findMany({
    where: { subjectId: id, action: "merchant.payout_account_set" },
    orderBy: { number: "asc" },
  });
  assert.deepEqual(
    records.map(({ actor, details }) => [actor, (details as Record<string, unknown>).last4Before]),
    [
      [`API key ${tenant.apiKeyId}`, null],
      [`API key ${tenant.apiKeyId}`, "3000"],
    ],
  );
  const reused = { ...options, body: NEW };
  await expectError(tenant, setPayoutAccount, reused, { status: 422, code: "idempotency_key_reused" });
});

test("in live it waits for three days; a second change replaces one that waits, which then never works", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const { id } = await createTestMerchant(tenant);
  const { createdAt, worksFrom } = await set(tenant, id, OLD);
  assert.equal(Date.parse(worksFrom) - Date.parse(createdAt), 3 * DAY_MS);
  assert.deepEqual(await accountsOf(tenant, id), [null, "3000"]);
  await age(3 * DAY_MS);
  assert.deepEqual(await accountsOf(tenant, id), ["3000", null]);
  await set(tenant, id, NEW);
  assert.deepEqual(await accountsOf(tenant, id), ["3000", "5432"]);
  await age(DAY_MS);
  await set(tenant, id, OLD);
  assert.deepEqual(await accountsOf(tenant, id), ["3000", "3000"]);
  await age(2 * DAY_MS);
  assert.deepEqual(await accountsOf(tenant, id), ["3000", "3000"]);
  await age(DAY_MS);
  assert.deepEqual(await accountsOf(tenant, id), ["3000", null]);
});

test("changes at once: one waits, and all but that are replaced", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const { id } = await createTestMerchant(tenant);
  await Promise.all([OLD, NEW, NATIONAL, OLD].map((account) => set(tenant, id, account)));
  assert.equal(await getPrisma().merchantPayoutAccount.count({ where: { merchantId: id, replacedAt: null } }), 1);
});

test("owners and admins are told of a change in live, once, and of none in test", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const owner = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const viewer = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const { id } = await createTestMerchant(tenant);
  await set(tenant, id, OLD);
  await notifyPeople({ now: now() });
  await notifyPeople({ now: now() });
  const told = await getPrisma().notification.findMany({ where: { kind: "payout_account_set" } });
  assert.deepEqual(
    told.map(({ userId, isEmailed }) => [userId, isEmailed]),
    [[owner.id, true]],
  );
  assert.match(told[0]?.text ?? "", /ends in 3000/);
  assert.ok(told.every(({ userId }) => userId !== viewer.id));
  assert.ok((await listOutbox()).some(({ recipient }) => recipient === owner.email));
  const sandbox = await createTestTenant();
  await createTestUser({ kind: "tenant_owner", tenantId: sandbox.id });
  await set(sandbox, (await createTestMerchant(sandbox)).id, OLD);
  await notifyPeople({ now: now() });
  assert.equal(await getPrisma().notification.count({ where: { kind: "payout_account_set" } }), 1);
});

test("every change in live is emailed, however many there were that day", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const { id: userId, email } = await createTestUser({ kind: "tenant_admin", tenantId: tenant.id });
  const { id } = await createTestMerchant(tenant);
  for (let changes = 1; changes <= 11; changes += 1) {
    await set(tenant, id, changes % 2 === 0 ? OLD : NATIONAL);
    await notifyPeople({ now: now() });
  }
  await set(tenant, id, NEW);
  await notifyPeople({ now: now() });
  const told = await getPrisma().notification.findMany({ where: { userId }, orderBy: { id: "asc" } });
  assert.match(told.at(-1)?.text ?? "", /ends in 5432/);
  assert.deepEqual([told.length, told.filter(({ isEmailed }) => isEmailed).length], [12, 12]);
  assert.equal(await getPrisma().email.count({ where: { recipient: email } }), 12);
});

for (const environment of ["test", "live"] as const) {
  test(`in ${environment} an account that was set last is set again to no effect; another holder is another account`, async () => {
    const tenant = await createTestTenant({ environment });
    const { id } = await createTestMerchant(tenant);
    const first = await set(tenant, id, OLD);
    await age(DAY_MS);
    const same = { ...OLD, accountNumber: "de89370400440532013000" };
    const { status, body } = await call(tenant, setPayoutAccount, { params: { id }, body: same });
    assert.deepEqual([status, body.last4], [201, "3000"]);
    for (const field of ["createdAt", "worksFrom"] as const) {
      assert.equal(Date.parse(first[field]) - Date.parse(body[field]), DAY_MS, "neither set nor waiting anew");
    }
    const where = { subjectId: id, action: "merchant.payout_account_set" };
    const count = async () => [
      await getPrisma().merchantPayoutAccount.count(),
      await getPrisma().auditRecord.count({ where }),
    ];
    const [rows = 0, records = 0] = await count();
    await age(3 * DAY_MS);
    await set(tenant, id, OLD);
    assert.deepEqual(await count(), [rows, records]);
    assert.deepEqual(await accountsOf(tenant, id), ["3000", null]);
    assert.equal(records, 1);
    await set(tenant, id, { ...OLD, holder: "Somebody Else" });
    assert.deepEqual(await count(), [rows + 1, 2]);
  });
}

for (const [field, wrong] of [
  ["accountNumber", { accountNumber: "DE89 3704 0044 0532 0130 01" }],
  ["accountNumber", { accountNumber: "D889 3704 0044 0532 0130 00" }],
  ["accountNumber", { accountNumber: "DE8O 3704 0044 0532 0130 00" }],
  ["accountNumber", { accountNumber: "DE9 3704 0044 0532 0130 00" }],
  ["accountNumber", { accountNumber: "IBAN DE89 3704 0044 0532 0130 00" }],
  ["accountNumber", { accountNumber: "DE51 3704 0044 0532 0130 0" }],
  ["accountNumber", { accountNumber: "0532013000", bankCode: "37040044" }],
  ...["DE00370400440532000343", "DE01370400440532000616", "DE99370400440532000210"].map(
    (accountNumber) => ["accountNumber", { accountNumber }] as const,
  ),
  ["country", { country: "ZZ", accountNumber: "ZZ22370400440532013000" }],
  ["country", { country: "UK", accountNumber: "UK26WEST12345698765432" }],
  ["country", { country: "US" }],
  ["accountNumber", { accountNumber: "12345" }],
  ["accountNumber", { accountNumber: "12 34 56 – 78" }],
  ["country", { country: "FR" }],
  ["country", { country: "de" }],
  ["holder", { holder: " " }],
  ["bankCode", { bankCode: "COBA DE FF" }],
] as const) {
  test(`${JSON.stringify(wrong)} is refused`, async () => {
    const tenant = await createTestTenant();
    const { id } = await createTestMerchant(tenant);
    const options = { params: { id }, body: { ...OLD, ...wrong } };
    assert.equal((await expectError(tenant, setPayoutAccount, options, INVALID)).error.field, field);
    assert.deepEqual(await accountsOf(tenant, id), [null, null]);
  });
}

test("another tenant’s merchant isn’t there", async () => {
  const { id } = await createTestMerchant(await createTestTenant());
  await expectError(await createTestTenant(), setPayoutAccount, { params: { id }, body: OLD }, MISSING);
});
