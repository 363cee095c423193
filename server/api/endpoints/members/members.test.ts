import assert from "node:assert/strict";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import * as contracts from "@/server/contracts/rest/onboarding/members";
import { fundAccount } from "@/server/contracts/rest/sandbox";
import { getPrisma } from "@/server/db/prisma";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { approveTestTenant } from "@/server/testing/factories/live-approval";
import { portalOf } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const { createMember, getMember, listMembers, updateMember, inviteMember } = contracts;
const ADA = {
  name: "Ada Park",
  externalId: "staff-12",
  email: "Ada@example.com",
  metadata: { team: "North", desk: 7 },
};
const INVALID = { status: 400, code: "validation_error" } as const;
const MISSING = { status: 404, code: "member_not_found" } as const;
const TAKEN = { status: 409, code: "external_id_taken" } as const;
const NOT_PERMITTED = { status: 403, code: "not_permitted" } as const;
const BAD_CURSOR = { status: 400, code: "invalid_reference" } as const;

const create = async (tenant: TestTenant) => (await call(tenant, createMember, { body: { name: "Someone" } })).body.id;

// Must run first: the shared sandbox can only be seeded while no live data exists.
test("the public sandbox’s members stay as they are documented, and its keys have no one written to", async () => {
  await seedSandbox();
  const shared = { publicKey: "pk_test_closedloop_sandbox", secret: "sk_test_closedloop_sandbox_public_secret" };
  const params = { id: "TESTmemberAlice01" };
  await expectError(shared, updateMember, { params, body: { name: "Mine" } }, NOT_PERMITTED);
  await expectError(shared, contracts.openAccount, { params, body: { currency: "EUR" } }, NOT_PERMITTED);
  const { id } = (await call(shared, createMember, { body: { name: "Visitor" } })).body;
  const invitation = { params: { id }, body: { email: "victim@example.com" } };
  await expectError(shared, inviteMember, invitation, NOT_PERMITTED);
  assert.equal(await getPrisma().email.count({ where: { recipient: "victim@example.com" } }), 0);
});

test("a member is created with what is asked; a repeat makes no second one and names no person", async () => {
  const tenant = await createTestTenant();
  const options = { body: ADA, idempotencyKey: "member-1" };
  const first = await call(tenant, createMember, options);
  assert.equal(first.status, 201);
  const { id, createdAt, ...rest } = first.body;
  assert.deepEqual(rest, { ...ADA, erasedAt: null });
  const repeat = await call(tenant, createMember, options);
  assert.deepEqual([repeat.status, repeat.body], [200, { id, createdAt, erasedAt: null }]);
  assert.deepEqual((await call(tenant, getMember, { params: { id } })).body, first.body);
  assert.ok((await findStoredText("Ada Park")).every((place) => place.startsWith("members")));
  const [record] = await getPrisma().auditRecord.findMany({ where: { subjectId: id } });
  assert.deepEqual([record?.action, record?.actor], ["member.created", `API key ${tenant.apiKeyId}`]);
  const reused = { ...options, body: { name: "Another" } };
  await expectError(tenant, createMember, reused, { status: 422, code: "idempotency_key_reused" });
});

test("an externalId is one member’s; a program that lost its answer finds the member by it", async () => {
  const tenant = await createTestTenant();
  const { id } = (await call(tenant, createMember, { body: ADA })).body;
  await expectError(tenant, createMember, { body: ADA }, TAKEN);
  const { body } = await call(tenant, listMembers, { query: { externalId: ADA.externalId } });
  assert.deepEqual(
    body.data.map((member) => member.id),
    [id],
  );
  const other = await create(tenant);
  await expectError(tenant, updateMember, { params: { id: other }, body: { externalId: ADA.externalId } }, TAKEN);
  assert.ok((await call(await createTestTenant(), createMember, { body: ADA })).body.id);
});

test("PATCH changes what is given, and the audit log says which fields, not what was in them", async () => {
  const tenant = await createTestTenant();
  const { id } = (await call(tenant, createMember, { body: ADA })).body;
  const params = { id };
  const change = { name: "Ada Lake", email: null, metadata: { team: "South" } };
  const { body } = await call(tenant, updateMember, { params, body: change });
  assert.deepEqual(
    [body.name, body.email, body.metadata, body.externalId],
    ["Ada Lake", null, { team: "South" }, "staff-12"],
  );
  await call(tenant, updateMember, { params, body: change });
  const records = await getPrisma().auditRecord.findMany({ where: { subjectId: id, action: "member.changed" } });
  assert.deepEqual(
    records.map(({ details }) => details),
    [{ fields: ["name", "email", "metadata"] }],
  );
  for (const [field, wrong] of [
    ["name", { name: " " }],
    ["email", { email: "nowhere" }],
    ["metadata", { metadata: { note: "x".repeat(501) } }],
  ] as const) {
    const refused = await expectError(tenant, updateMember, { params, rawBody: JSON.stringify(wrong) }, INVALID);
    assert.equal(refused.error.field, field);
  }
});

test("the list goes page by page; another tenant’s member isn’t there", async () => {
  const tenant = await createTestTenant();
  const made = [await create(tenant), await create(tenant), await create(tenant)].reverse();
  const theirs = await create(await createTestTenant());
  const first = await call(tenant, listMembers, { query: { limit: "2" } });
  const rest = await call(tenant, listMembers, { query: { limit: "2", starting_after: made[1] ?? "" } });
  assert.deepEqual(
    [...first.body.data, ...rest.body.data].map(({ id }) => id),
    made,
  );
  assert.deepEqual([first.body.hasMore, rest.body.hasMore], [true, false]);
  await expectError(tenant, listMembers, { query: { starting_after: theirs } }, BAD_CURSOR);
  for (const operation of [getMember, contracts.listAccounts]) {
    await expectError(tenant, operation, { params: { id: theirs } }, MISSING);
  }
  await expectError(tenant, updateMember, { params: { id: theirs }, body: { name: "Mine" } }, MISSING);
});

test("an invitation's link leads to the wallet, and is shown once", async () => {
  const tenant = await createTestTenant();
  const id = await create(tenant);
  const email = `ada-${id}@wallet.test`.toLowerCase();
  const options = { params: { id }, body: { email }, idempotencyKey: "invite-1" };
  const { status, body } = await call(tenant, inviteMember, options);
  assert.deepEqual([status, body.member], [201, id]);
  const repeat = await call(tenant, inviteMember, options);
  const { secretShown: _, ...repeated } = repeat.body;
  assert.deepEqual([repeat.status, repeated], [200, { member: id }]);
  assert.equal(await getPrisma().email.count({ where: { recipient: email } }), 1);
  const token = body.link?.split("/").at(-1) ?? "";
  const joined = await portalOf(null).public.access.join({ token, password: "a password of the member" });
  assert.deepEqual([joined.email, joined.isMember], [email, true]);
  const again = { params: { id }, body: { email: "other@wallet.test" } };
  await expectError(tenant, inviteMember, again, INVALID);
});

test("the 21st invitation of a day is no matter of a rate: 409, and when the next is possible", async () => {
  const clock = withFakeClock("2026-11-21T09:00:00.000Z");
  const tenant = await createTestTenant();
  const id = await create(tenant);
  const invite = (i: number) => ({ params: { id }, body: { email: `person-${i}@wallet.test` } });
  await call(tenant, inviteMember, invite(0));
  clock.advance(3_600_000);
  for (let i = 1; i < 20; i += 1) await call(tenant, inviteMember, invite(i));
  const { status, headers, text } = await send(tenant, inviteMember, { ...invite(20), idempotencyKey: "late" });
  assert.deepEqual([status, headers.get("retry-after")], [409, null]);
  const { code, details } = JSON.parse(text).error;
  assert.deepEqual([code, details], ["daily_limit_reached", { limit: 20, availableAt: "2026-11-22T09:00:00.000Z" }]);
  clock.advance(23 * 3_600_000);
  await call(tenant, inviteMember, { ...invite(20), idempotencyKey: "late" });
});

test("an account is opened once, and says what is available and held", async () => {
  const tenant = await createTestTenant();
  const id = await create(tenant);
  const options = { params: { id }, body: { currency: "USD" }, idempotencyKey: "account-1" };
  const opened = await call(tenant, contracts.openAccount, options);
  const { id: account, createdAt: _, fundingReference, ...rest } = opened.body;
  assert.match(fundingReference, /^RF\d{2}1\d{7}$/);
  const another = await call(tenant, contracts.openAccount, { ...options, idempotencyKey: "account-2" });
  assert.notEqual(another.body.fundingReference, fundingReference, "each account has its own");
  assert.deepEqual(rest, { member: id, currency: "USD", available: 0, held: 0, posted: 0, status: "open" });
  const repeat = await call(tenant, contracts.openAccount, options);
  assert.deepEqual([repeat.status, repeat.text], [200, opened.text]);
  await call(tenant, fundAccount, { params: { id: account }, body: { amount: 12.5 } });
  const { body } = await call(tenant, contracts.getAccount, { params: { id: account } });
  assert.deepEqual([body.available, body.posted], [12.5, 12.5]);
  const listed = await call(tenant, contracts.listAccounts, { params: { id } });
  assert.deepEqual(listed.body.data.at(-1), body);
  assert.equal(body.fundingReference, fundingReference);
  const unknown = { params: { id }, body: { currency: "XXX" } };
  assert.equal((await expectError(tenant, contracts.openAccount, unknown, INVALID)).error.field, "currency");
  const missing = { status: 404, code: "account_not_found" } as const;
  await expectError(await createTestTenant(), contracts.getAccount, { params: { id: account } }, missing);
});

test("a hold reserves funds, which are then not available", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const before = (await call(tenant, contracts.getAccount, { params: { id: card.accountId } })).body;
  await createTestHold(tenant, { card });
  const after = (await call(tenant, contracts.getAccount, { params: { id: card.accountId } })).body;
  assert.ok(after.held > 0);
  assert.deepEqual([after.posted, after.available], [before.posted, before.available - after.held]);
});

test("a member has at most 20 accounts; in live no one is created before the approval", async () => {
  const tenant = await createTestTenant();
  const id = await create(tenant);
  const open = { params: { id }, body: { currency: "USD" } };
  for (let i = 0; i < 20; i += 1) await call(tenant, contracts.openAccount, open);
  await expectError(tenant, contracts.openAccount, open, { status: 409, code: "limit_reached" });
  const live = await createTestTenant({ environment: "live" });
  await expectError(live, createMember, { body: ADA }, { status: 403, code: "not_enabled" });
  await approveTestTenant(live);
  assert.ok(await create(live));
});
