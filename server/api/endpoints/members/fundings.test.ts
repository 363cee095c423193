import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import * as contracts from "@/server/contracts/rest/onboarding/fundings";
import { fundAccount } from "@/server/contracts/rest/sandbox";
import { runInTransaction } from "@/server/db/guarded";
import { getPrisma } from "@/server/db/prisma";
import { eraseMembers } from "@/server/domain/members";
import { now } from "@/server/platform/clock";
import { assignTestLine } from "@/server/testing/bank-statements";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const { createFunding, getFunding, listFundings } = contracts;
const INVALID = { status: 400, code: "validation_error" } as const;
const UNKNOWN = { status: 400, code: "invalid_reference" } as const;
const MISSING = { status: 404, code: "funding_not_found" } as const;
const NOT_PERMITTED = { status: 403, code: "not_permitted" } as const;

const fund = async (tenant: TestTenant, account: string, amount: number, bankReference = "Transfer 42") =>
  (await call(tenant, createFunding, { body: { account, amount, bankReference } })).body;

const listed = async (tenant: TestTenant, query: Record<string, string> = {}) => {
  const { body } = await call(tenant, listFundings, { query });
  return { ids: body.data.map(({ id }) => id), hasMore: body.hasMore };
};

// Must run first: the shared sandbox can only be seeded while no live data exists.
test("the public sandbox’s members get no money with a text that everyone reads", async () => {
  await seedSandbox();
  const shared = { publicKey: "pk_test_closedloop_sandbox", secret: "sk_test_closedloop_sandbox_public_secret" };
  const body = { account: "TESTacctAlice0001", amount: 1, bankReference: "Victim’s name" };
  await expectError(shared, createFunding, { body }, NOT_PERMITTED);
  await assertBooksBalance();
});

test("the money is there once, with its reference and its audit record; a repeat names no reference", async () => {
  const tenant = await createTestTenant();
  const { accountId: account, memberId: member } = await createTestCard(tenant, { fundsMinor: 7n });
  const options = { body: { account, amount: 50.01, bankReference: "From Ada Park" }, idempotencyKey: "funding-1" };
  const first = await call(tenant, createFunding, options);
  const { id, createdAt, ...rest } = first.body;
  const record = { account, member, currency: "USD", amount: 50.01, kind: "manual", reverses: null, reversedBy: null };
  assert.deepEqual(rest, { ...record, bankReference: "From Ada Park" });
  const repeats = await Promise.all([1, 2, 3].map(() => call(tenant, createFunding, options)));
  for (const { status, body } of repeats) {
    assert.deepEqual([status, body], [200, { ...record, id, createdAt }]);
  }
  await assertBalance(account, { postedMinor: 50_08n, heldMinor: 0n });
  await assertBooksBalance();
  assert.deepEqual((await call(tenant, getFunding, { params: { id } })).body, first.body);
  assert.ok((await findStoredText("Ada Park")).every((place) => place.startsWith("funding_references")));
  const [audited] = await getPrisma().auditRecord.findMany({
    where: { subjectId: account, action: "account.funded", tenantId: tenant.id },
  });
  assert.deepEqual(
    [audited?.actor, audited?.details],
    [`API key ${tenant.apiKeyId}`, { amount: 50.01, currency: "USD", memberId: member, postingId: id }],
  );
  const reused = { ...options, body: { ...options.body, amount: 50.02 } };
  await expectError(tenant, createFunding, reused, { status: 422, code: "idempotency_key_reused" });
});

test("twins at the same time fund once", async () => {
  const tenant = await createTestTenant();
  const { accountId: account } = await createTestCard(tenant, { fundsMinor: 7n });
  const options = { body: { account, amount: 5, bankReference: "Transfer 42" }, idempotencyKey: "twins" };
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(tenant, createFunding, options)));
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  await assertBalance(account, { postedMinor: 5_07n, heldMinor: 0n });
  await assertBooksBalance();
});

for (const [field, wrong] of [
  ["amount", { amount: 0 }],
  ["amount", { amount: -5 }],
  ["amount", { amount: 1.001 }],
  ["amount", { amount: "5" }],
  ["bankReference", { bankReference: " " }],
  ["bankReference", { bankReference: undefined }],
  ["bankReference", { bankReference: "x".repeat(141) }],
  ["account", { account: "nothing" }],
] as const) {
  test(`${JSON.stringify(wrong).slice(0, 60)} is refused and moves nothing`, async () => {
    const tenant = await createTestTenant();
    const { accountId: account } = await createTestCard(tenant, { fundsMinor: 7n });
    const rawBody = JSON.stringify({ account, amount: 5, bankReference: "Transfer 42", ...wrong });
    assert.equal((await expectError(tenant, createFunding, { rawBody }, INVALID)).error.field, field);
    await assertBalance(account, { postedMinor: 7n, heldMinor: 0n });
  });
}

test("another tenant’s account isn’t there, nor are its fundings", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const { accountId: account } = await createTestCard(other, { fundsMinor: 7n });
  const body = { account, amount: 5, bankReference: "Transfer 42" };
  assert.equal((await expectError(tenant, createFunding, { body }, UNKNOWN)).error.field, "account");
  await assertBalance(account, { postedMinor: 7n, heldMinor: 0n });
  const { id } = await fund(other, account, 1);
  await expectError(tenant, getFunding, { params: { id } }, MISSING);
  await expectError(tenant, listFundings, { query: { account } }, UNKNOWN);
  await expectError(tenant, listFundings, { query: { starting_after: id } }, UNKNOWN);
  assert.deepEqual(await listed(tenant), { ids: [], hasMore: false });
});

test("the list goes page by page, also of one account, and has what the sandbox’s call added", async () => {
  const tenant = await createTestTenant();
  const [one, two] = [await createTestCard(tenant), await createTestCard(tenant)];
  const made: string[] = [];
  for (const { accountId } of [one, two, one, two]) made.push((await fund(tenant, accountId, 1)).id);
  await call(tenant, fundAccount, { params: { id: one.accountId }, body: { amount: 2 } });
  const all = await listed(tenant);
  const [added = ""] = all.ids;
  assert.deepEqual(all, { ids: [added, ...made.toReversed()], hasMore: false });
  const noted = (await call(tenant, getFunding, { params: { id: added } })).body;
  assert.deepEqual([noted.amount, noted.bankReference, noted.account], [2, null, one.accountId]);
  assert.deepEqual(await listed(tenant, { limit: "2" }), { ids: all.ids.slice(0, 2), hasMore: true });
  const rest = await listed(tenant, { limit: "3", starting_after: all.ids[1] ?? "" });
  assert.deepEqual(rest, { ids: all.ids.slice(2), hasMore: false });
  const before = await listed(tenant, { limit: "2", ending_before: all.ids[3] ?? "" });
  assert.deepEqual(before, { ids: all.ids.slice(1, 3), hasMore: true });
  const ofTwo = await listed(tenant, { account: two.accountId, limit: "1" });
  assert.deepEqual(ofTwo, { ids: [made[3]], hasMore: true });
  const next = await listed(tenant, { account: two.accountId, limit: "1", starting_after: made[3] ?? "" });
  assert.deepEqual(next, { ids: [made[1]], hasMore: false });
});

test("a tenant’s live key funds nobody without a float; an operator’s fundings are listed", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const { accountId: account } = await createTestCard(tenant, { fundsMinor: 7n });
  for (const amount of [0.01, 50_000]) {
    const body = { account, amount, bankReference: "Transfer 42" };
    await expectError(tenant, createFunding, { body }, { status: 409, code: "float_exceeded" });
  }
  await assertBalance(account, { postedMinor: 7n, heldMinor: 0n });
  assert.equal(await getPrisma().approval.count({ where: { accountId: account } }), 0);
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const money = { accountId: account, amount: 20, key: randomUUID() };
  await assignTestLine(portal, { environment: "live", ...money });
  const { body } = await call(tenant, listFundings, {});
  assert.deepEqual(
    body.data.map(({ amount, bankReference }) => [amount, bankReference]),
    [[20, "Bank 7"]],
  );
});

test("an erased member gets no money, and what a bank wrote of it is gone", async () => {
  const tenant = await createTestTenant();
  const { accountId: account, memberId } = await createTestCard(tenant, { fundsMinor: 7n });
  const { id } = await fund(tenant, account, 5, "From Ada Park");
  await runInTransaction((db) => eraseMembers(db, { memberIds: [memberId], now: now() }));
  const { body } = await call(tenant, getFunding, { params: { id } });
  assert.deepEqual([body.amount, body.bankReference], [5, null]);
  const again = { body: { account, amount: 5, bankReference: "From Ada Park" } };
  await expectError(tenant, createFunding, again, NOT_PERMITTED);
  await assertBalance(account, { postedMinor: 5_07n, heldMinor: 0n });
});
