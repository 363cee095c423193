import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import * as contracts from "@/server/contracts/rest/onboarding/cards";
import { getPrisma } from "@/server/db/prisma";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const { issueCard, listCards, getCard, updateCard, replaceCard } = contracts;
const INVALID = { status: 400, code: "validation_error" } as const;
const MISSING = { status: 404, code: "card_not_found" } as const;
const NO_ACCOUNT = { status: 404, code: "account_not_found" } as const;
const CLOSED = { status: 409, code: "card_closed" } as const;
const LIMITS = { perTransactionLimit: 20, dailyAmountLimit: 30, dailyCountLimit: 5 };

async function createHolder() {
  const tenant = await createTestTenant();
  const { accountId, memberId } = await createTestCard(tenant);
  return { tenant, accountId, memberId, params: { id: accountId } };
}

async function pay(tenant: TestTenant, panToken: string | undefined, amount: number): Promise<string | null> {
  const { body } = await call(tenant, createAuthorization, { body: { panToken: panToken ?? "", amount } });
  return "reasonCode" in body ? body.reasonCode : null;
}

test("a card is issued with its limits; its panToken is shown once and pays within them", async () => {
  const { tenant, memberId, accountId, params } = await createHolder();
  const options = { params, body: { ...LIMITS, allowedMccs: ["5814"] }, idempotencyKey: "card-1" };
  const first = await call(tenant, issueCard, options);
  assert.equal(first.status, 201);
  const { panToken, id, createdAt: _createdAt, expiresOn: _expiresOn, ...rest } = first.body;
  assert.deepEqual(rest, {
    account: accountId,
    member: memberId,
    currency: "USD",
    last4: panToken?.slice(-4),
    status: "active",
    frozenBy: null,
    ...LIMITS,
    allowedMccs: ["5814"],
  });
  const repeat = await call(tenant, issueCard, options);
  const { panToken: shown, ...kept } = first.body;
  const { secretShown: _, ...repeated } = repeat.body;
  assert.deepEqual([repeat.status, repeated], [200, kept]);
  assert.deepEqual(await findStoredText(shown ?? ""), []);
  assert.equal(await pay(tenant, panToken, 20), null);
  assert.equal(await pay(tenant, panToken, 20.01), "61");
  assert.equal(await pay(tenant, panToken, 20), "61", "the day has 10 left");
  assert.deepEqual((await call(tenant, getCard, { params: { ...params, cardId: id } })).body, kept);
  const [record] = await getPrisma().auditRecord.findMany({ where: { subjectId: id } });
  assert.deepEqual([record?.action, record?.actor], ["card.issued", `API key ${tenant.apiKeyId}`]);
});

test("limits change from the next payment on, and null removes one", async () => {
  const { tenant, params } = await createHolder();
  const { id: cardId, panToken } = (await call(tenant, issueCard, { params, body: LIMITS })).body;
  const change = (body: object) =>
    call(tenant, updateCard, { params: { ...params, cardId }, rawBody: JSON.stringify(body) });
  const { body } = await change({ perTransactionLimit: null, dailyAmountLimit: 100, allowedMccs: ["5814", "5812"] });
  assert.deepEqual(
    [body.perTransactionLimit, body.dailyAmountLimit, body.dailyCountLimit, body.allowedMccs],
    [null, 100, 5, ["5814", "5812"]],
  );
  assert.equal(await pay(tenant, panToken, 60), null);
  assert.equal(await pay(tenant, panToken, 60), "61");
  const records = await getPrisma().auditRecord.findMany({
    where: { subjectId: cardId, action: "card.rules_changed" },
  });
  assert.equal(records.length, 1);
  for (const [field, wrong] of [
    ["perTransactionLimit", { perTransactionLimit: 0.001 }],
    ["perTransactionLimit", { perTransactionLimit: 1.005 }],
    ["dailyCountLimit", { dailyCountLimit: 0 }],
    ["allowedMccs", { allowedMccs: ["0001"] }],
    ["status", { status: "expired" }],
  ] as const) {
    const options = { params: { ...params, cardId }, rawBody: JSON.stringify(wrong) };
    assert.equal((await expectError(tenant, updateCard, options, INVALID)).error.field, field);
  }
});

test("a card is frozen, unfrozen, and closed for good; a repeat of a freeze undoes nothing", async () => {
  const { tenant, params } = await createHolder();
  const { id: cardId, panToken } = (await call(tenant, issueCard, { params, body: {} })).body;
  const of = { ...params, cardId };
  const freeze = { params: of, body: { status: "frozen" as const }, headers: { "idempotency-key": "freeze-1" } };
  const frozen = await call(tenant, updateCard, freeze);
  assert.deepEqual([frozen.body.status, frozen.body.frozenBy], ["frozen", "issuer"]);
  assert.equal(await pay(tenant, panToken, 1), "62");
  await call(tenant, updateCard, { params: of, body: { status: "active" } });
  assert.equal((await call(tenant, updateCard, freeze)).text, frozen.text);
  assert.equal(await pay(tenant, panToken, 1), null);
  await call(tenant, updateCard, { params: of, body: { status: "closed" } });
  assert.equal(await pay(tenant, panToken, 1), "14");
  await expectError(tenant, updateCard, { params: of, body: { status: "active" } }, CLOSED);
  await expectError(tenant, replaceCard, { params: of }, CLOSED);
});

async function limitByMember({ id }: { readonly id: string }): Promise<void> {
  await getPrisma().card.update({
    where: { id },
    data: { memberPerTransactionLimitMinor: 500n, rulesVersion: { increment: 1 } },
  });
}

test("a replaced card is closed, and the new one has its limits, the member’s own, and today’s use", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, params } = await createHolder();
  const { id: cardId, panToken } = (await call(tenant, issueCard, { params, body: LIMITS })).body;
  assert.equal(await pay(tenant, panToken, 20), null);
  await limitByMember({ id: cardId });
  const options = { params: { ...params, cardId }, idempotencyKey: "replace-1" };
  const twins = await Promise.all(Array.from({ length: 4 }, () => call(tenant, replaceCard, options)));
  assert.deepEqual(twins.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  const made = twins.find(({ status }) => status === 201)?.body;
  assert.ok(made?.panToken && made.id !== cardId && made.panToken !== panToken);
  assert.deepEqual([made.perTransactionLimit, made.dailyAmountLimit, made.dailyCountLimit], [20, 30, 5]);
  assert.equal(await pay(tenant, panToken, 1), "14");
  assert.equal(await pay(tenant, made.panToken, 6), "61", "the member’s own limit");
  assert.equal(await pay(tenant, made.panToken, 5), null);
  assert.equal(await pay(tenant, made.panToken, 5), null);
  assert.equal(await pay(tenant, made.panToken, 5), "61", "the day is used up");
  const { body } = await call(tenant, listCards, { params });
  assert.deepEqual(body.data.map(({ status }) => status).sort(), ["active", "active", "closed"]);
});

test("payments and a replacement at a time never pay more than the day allows", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, params } = await createHolder();
  const { id: cardId, panToken } = (await call(tenant, issueCard, { params, body: { dailyAmountLimit: 10 } })).body;
  const [replaced, ...paid] = await Promise.all([
    call(tenant, replaceCard, { params: { ...params, cardId } }),
    ...Array.from({ length: 8 }, () => pay(tenant, panToken, 2)),
  ]);
  const before = paid.filter((code) => code === null).length;
  let after = 0;
  while (after < 9 && (await pay(tenant, replaced.body.panToken, 2)) === null) after += 1;
  assert.equal(before + after, 5);
});

test("another tenant’s card isn’t there, nor one under another account", async () => {
  const { tenant, params } = await createHolder();
  const { id: cardId } = (await call(tenant, issueCard, { params, body: {} })).body;
  const other: TestCard = await createTestCard(tenant);
  const stranger = await createTestTenant();
  for (const [caller, id] of [
    [stranger, params.id],
    [tenant, other.accountId],
  ] as const) {
    await expectError(caller, getCard, { params: { id, cardId } }, MISSING);
    await expectError(caller, updateCard, { params: { id, cardId }, body: { status: "frozen" } }, MISSING);
    await expectError(caller, replaceCard, { params: { id, cardId } }, MISSING);
  }
  await expectError(stranger, issueCard, { params, body: {} }, NO_ACCOUNT);
  await expectError(stranger, listCards, { params }, NO_ACCOUNT);
});
