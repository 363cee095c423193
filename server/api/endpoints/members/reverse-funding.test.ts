import assert from "node:assert/strict";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { createFunding, getFunding, listFundings, reverseFunding } from "@/server/contracts/rest/onboarding/fundings";
import { fundAccount } from "@/server/contracts/rest/sandbox";
import { runInTransaction } from "@/server/db/guarded";
import { getPrisma } from "@/server/db/prisma";
import { eraseMembers, writeFunding } from "@/server/domain/members";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const MISSING = { status: 404, code: "funding_not_found" } as const;
const NOT_PERMITTED = { status: 403, code: "not_permitted" } as const;
const REVERSED = { status: 409, code: "funding_reversed" } as const;
const SPENT = { status: 409, code: "funding_spent" } as const;
const NOT_REVERSIBLE = { status: 409, code: "funding_not_reversible" } as const;

async function fund(tenant: TestTenant, account: string, amount = 50) {
  return (await call(tenant, createFunding, { body: { account, amount, bankReference: "Transfer 42" } })).body;
}

async function setUp(account: { fundsMinor?: bigint; creditLimitMinor?: bigint } = {}) {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 0n, ...account });
  return { tenant, card, account: card.accountId, funding: await fund(tenant, card.accountId) };
}

// Must run first: the shared sandbox can only be seeded while no live data exists.
test("the public sandbox’s members keep what they have", async () => {
  await seedSandbox();
  const shared = { publicKey: "pk_test_closedloop_sandbox", secret: "sk_test_closedloop_sandbox_public_secret" };
  const body = { amount: 1 };
  await call(shared, fundAccount, { params: { id: "TESTacctAlice0001" }, body });
  const { data } = (await call(shared, listFundings, { query: { account: "TESTacctAlice0001" } })).body;
  await expectError(shared, reverseFunding, { params: { id: data[0]?.id ?? "" } }, NOT_PERMITTED);
  await assertBooksBalance();
});

test("all of it goes back once; both records name each other, and a repeat names no reference", async () => {
  const { tenant, account, funding } = await setUp({ fundsMinor: 7n });
  const options = {
    params: { id: funding.id },
    body: { bankReference: "Return of Ada Park" },
    idempotencyKey: "back-1",
  };
  const first = await call(tenant, reverseFunding, options);
  assert.equal(first.status, 201);
  const { id, createdAt, ...rest } = first.body;
  const record = {
    account,
    member: funding.member,
    currency: "USD",
    amount: -50,
    kind: "reversal",
    reverses: funding.id,
  };
  assert.deepEqual(rest, { ...record, bankReference: "Return of Ada Park", reversedBy: null });
  await assertBalance(account, { postedMinor: 7n, heldMinor: 0n });
  for (const { status, body } of await Promise.all([1, 2, 3].map(() => call(tenant, reverseFunding, options)))) {
    assert.deepEqual([status, body], [200, { ...record, id, createdAt, reversedBy: null }]);
  }
  await assertBalance(account, { postedMinor: 7n, heldMinor: 0n });
  await assertBooksBalance();

  const { data } = (await call(tenant, listFundings, { query: { account } })).body;
  assert.deepEqual(data, [first.body, { ...funding, reversedBy: id }]);
  for (const one of data) {
    assert.deepEqual((await call(tenant, getFunding, { params: { id: one.id } })).body, one);
  }
  const ofAll = (await call(tenant, listFundings, { query: { limit: "1", starting_after: id } })).body;
  assert.deepEqual(ofAll.data, [{ ...funding, reversedBy: id }]);

  assert.ok((await findStoredText("Ada Park")).every((place) => place.startsWith("funding_references")));
  const [audited] = await getPrisma().auditRecord.findMany({
    where: { subjectId: account, action: "account.funding_reversed", tenantId: tenant.id },
  });
  const details = { amount: 50, currency: "USD", memberId: funding.member, postingId: id };
  assert.deepEqual(
    [audited?.actor, audited?.details],
    [`API key ${tenant.apiKeyId}`, { ...details, reversedPostingId: funding.id }],
  );
  const reused = { ...options, body: { bankReference: "Another" } };
  await expectError(tenant, reverseFunding, reused, { status: 422, code: "idempotency_key_reused" });
});

test("without a body there is no reference", async () => {
  const { tenant, account, funding } = await setUp();
  const { body } = await call(tenant, reverseFunding, { params: { id: funding.id } });
  assert.equal(body.bankReference, null);
  await assertBalance(account, { postedMinor: 0n, heldMinor: 0n });
  assert.equal(await getPrisma().fundingReference.count({ where: { postingId: body.id } }), 0);
});

test("sandbox funding can be taken back as well", async () => {
  const { tenant, account, funding } = await setUp();
  await call(tenant, fundAccount, { params: { id: account }, body: { amount: 2.5 } });
  const { data } = (await call(tenant, listFundings, { query: { account } })).body;
  const added = data.find(({ id }) => id !== funding.id);
  assert.equal((await call(tenant, reverseFunding, { params: { id: added?.id ?? "" } })).body.amount, -2.5);
  await assertBalance(account, { postedMinor: 50_00n, heldMinor: 0n });
});

test("twins at the same time take back once, though the account has enough for several", async () => {
  const { tenant, account, funding } = await setUp({ fundsMinor: 500_00n });
  const options = { params: { id: funding.id }, idempotencyKey: "twins" };
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(tenant, reverseFunding, options)));
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  await assertBalance(account, { postedMinor: 500_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("twins of an account with just enough, too", async () => {
  const { tenant, account, funding } = await setUp();
  const options = { params: { id: funding.id }, idempotencyKey: "twins" };
  const answers = await Promise.all([1, 2, 3, 4].map(() => call(tenant, reverseFunding, options)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  await assertBalance(account, { postedMinor: 0n, heldMinor: 0n });
});

test("of several requests at once one wins, and the others hear by which reversal", async () => {
  const { tenant, account, funding } = await setUp({ fundsMinor: 500_00n });
  const asked = await Promise.allSettled(
    Array.from({ length: 5 }, () => call(tenant, reverseFunding, { params: { id: funding.id } })),
  );
  assert.equal(asked.filter(({ status }) => status === "fulfilled").length, 1);
  const { reversedBy } = (await call(tenant, getFunding, { params: { id: funding.id } })).body;
  const refused = await expectError(tenant, reverseFunding, { params: { id: funding.id } }, REVERSED);
  assert.deepEqual(refused.error.details, { reversedBy });
  await assertBalance(account, { postedMinor: 500_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("held or spent funding isn’t taken back, and is once it is free again", async () => {
  const { tenant, account, card, funding } = await setUp();
  const params = { id: funding.id };
  const { recordId: hold } = await authorize(tenant, card, 20);
  await expectError(tenant, reverseFunding, { params }, SPENT);
  await capture(tenant, hold, 5);
  await expectError(tenant, reverseFunding, { params }, SPENT);
  await assertBalance(account, { postedMinor: 45_00n, heldMinor: 15_00n });
  await reverse(tenant, hold);
  await call(tenant, reverseFunding, { params });
  await assertBalance(account, { postedMinor: 0n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a credit limit counts as available", async () => {
  const { tenant, account, card, funding } = await setUp({ creditLimitMinor: 20_00n });
  const { recordId: hold } = await authorize(tenant, card, 20.01);
  await expectError(tenant, reverseFunding, { params: { id: funding.id } }, SPENT);
  await reverse(tenant, hold, 0.01);
  await call(tenant, reverseFunding, { params: { id: funding.id } });
  await assertBalance(account, { postedMinor: 0n, heldMinor: 20_00n });
  await assertBooksBalance();
});

test("a reversal and payments at the same time never share the money", async () => {
  const { tenant, account, card, funding } = await setUp();
  const [taken, ...paid] = await Promise.all([
    call(tenant, reverseFunding, { params: { id: funding.id } }).catch(() => null),
    ...Array.from({ length: 4 }, () =>
      call(tenant, createAuthorization, { body: { panToken: card.panToken, amount: 30 } }),
    ),
  ]);
  const approved = paid.filter(({ body }) => body.status === "approved").length;
  assert.equal(approved, taken === null ? 1 : 0);
  await assertBalance(account, {
    postedMinor: taken === null ? 50_00n : 0n,
    heldMinor: taken === null ? 30_00n : 0n,
  });
  await assertBooksBalance();
});

test("a reversal can’t be reversed; the account can be funded again", async () => {
  const { tenant, account, funding } = await setUp({ fundsMinor: 100_00n });
  const { id } = (await call(tenant, reverseFunding, { params: { id: funding.id } })).body;
  await expectError(tenant, reverseFunding, { params: { id } }, NOT_REVERSIBLE);
  await fund(tenant, account);
  await assertBalance(account, { postedMinor: 150_00n, heldMinor: 0n });
});

test("another tenant’s funding isn’t there, nor is what isn’t a funding", async () => {
  const { tenant, card, account, funding } = await setUp();
  const other = await createTestTenant();
  await expectError(other, reverseFunding, { params: { id: funding.id } }, MISSING);
  const { recordId } = await authorize(tenant, card, 20);
  await capture(tenant, recordId, 20);
  const { id: sale } = await getPrisma().posting.findFirstOrThrow({ where: { authorizationId: recordId } });
  for (const id of [sale, newRecordId(now()), account]) {
    await expectError(tenant, reverseFunding, { params: { id } }, MISSING);
  }
  await assertBalance(account, { postedMinor: 30_00n, heldMinor: 0n });
});

test("in live a tenant’s key takes nothing back", async () => {
  const tenant = await createTestTenant({ environment: "live" });
  const { accountId } = await createTestCard(tenant, { fundsMinor: 0n });
  const postingId = newRecordId(now());
  const money = { accountId, currency: "USD", amountMinor: 5_00n, tenantId: tenant.id, postingId } as const;
  await writeFunding(networkCaller("live"), money, null, null);
  await expectError(tenant, reverseFunding, { params: { id: postingId } }, NOT_PERMITTED);
  await assertBalance(accountId, { postedMinor: 5_00n, heldMinor: 0n });
});

test("a bank's words go with the member, from whose account nothing is taken any more", async () => {
  const { tenant, account, card, funding } = await setUp();
  const later = await fund(tenant, account);
  const body = { bankReference: "Return of Eve Stone" };
  const { id } = (await call(tenant, reverseFunding, { params: { id: funding.id }, body })).body;
  await runInTransaction((db) => eraseMembers(db, { memberIds: [card.memberId], now: now() }));
  assert.equal((await call(tenant, getFunding, { params: { id } })).body.bankReference, null);
  assert.deepEqual(await findStoredText("Eve Stone"), []);
  await expectError(tenant, reverseFunding, { params: { id: later.id } }, NOT_PERMITTED);
});

for (const bankReference of [" ", "x".repeat(141), 7]) {
  test(`a reference ${JSON.stringify(bankReference).slice(0, 20)} is refused and moves nothing`, async () => {
    const { tenant, account, funding } = await setUp();
    const options = { params: { id: funding.id }, rawBody: JSON.stringify({ bankReference }) };
    const refused = await expectError(tenant, reverseFunding, options, { status: 400, code: "validation_error" });
    assert.equal(refused.error.field, "bankReference");
    await assertBalance(account, { postedMinor: 50_00n, heldMinor: 0n });
  });
}
