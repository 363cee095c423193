import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { type CallOptions, call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const TWINS = 64;

async function sendTwins<C extends OperationContract>(
  tenant: TestTenant,
  contract: C,
  options: CallOptions<C>,
  status: number,
): Promise<void> {
  const replies = await Promise.all(
    Array.from({ length: TWINS }, () => call(tenant, contract, { ...options, idempotencyKey: "twins" })),
  );
  const originals = replies.filter(({ headers }) => headers.get("idempotent-replayed") === null);
  assert.deepEqual(
    originals.map((reply) => reply.status),
    [status],
  );
  const replays = replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true");
  assert.deepEqual(new Set(replays.map((reply) => reply.status)), new Set([200]));
  assert.equal(replays.length, TWINS - 1);
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
}

async function eventTypes(tenant: TestTenant): Promise<string[]> {
  return (await listStoredEvents(tenant)).map(({ type }) => type);
}

async function withHold() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  return { tenant, card, id };
}

test("64 twins of an authorization hold once", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  await sendTwins(tenant, contracts.createAuthorization, { body: { panToken: card.panToken, amount: 1.5 } }, 201);
  assert.equal(await getPrisma().authorization.count({ where: { tenantId: tenant.id } }), 1);
  assert.deepEqual(await eventTypes(tenant), ["authorization.approved"]);
  const usage = await getPrisma().card.findUniqueOrThrow({ where: { id: card.id } });
  assert.deepEqual([usage.usageCount, usage.usageAmountMinor], [1, 150n]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 1_50n });
  await assertBooksBalance();
});

test("64 twins of an authorization that takes all there is hold once and none is declined", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n, dailyCountLimit: 1 });
  await sendTwins(tenant, contracts.createAuthorization, { body: { panToken: card.panToken, amount: 100 } }, 201);
  assert.deepEqual(await eventTypes(tenant), ["authorization.approved"]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 100_00n });
});

test("64 twins of a decline are recorded once", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  await sendTwins(tenant, contracts.createAuthorization, { body: { panToken: card.panToken, amount: 100.01 } }, 200);
  assert.equal(await getPrisma().authorization.count({ where: { tenantId: tenant.id } }), 1);
  assert.deepEqual(await eventTypes(tenant), ["authorization.declined"]);
});

test("64 twins of an unknown panToken are an error each, and fire nothing", async () => {
  const tenant = await createTestTenant();
  const body = { panToken: "NoSuchCardToken01", amount: 5 };
  const expected = { status: 422, code: "14" } as const;
  for (let round = 1; round <= 5; round += 1) {
    const options = { body, idempotencyKey: `round-${round}` };
    const twin = () => expectError(tenant, contracts.createAuthorization, options, expected);
    await Promise.all(Array.from({ length: TWINS }, twin));
    assert.deepEqual(await eventTypes(tenant), []);
  }
});

for (const amount of [5, 60]) {
  test(`64 twins of a capture of ${amount}.00 of 60.00 capture once`, async () => {
    const { tenant, card, id } = await withHold();
    await sendTwins(tenant, contracts.captureAuthorization, { params: { id }, body: { amount } }, 200);
    assert.equal(await getPrisma().capture.count({ where: { rootId: id } }), 1);
    assert.deepEqual(await eventTypes(tenant), ["authorization.approved", "authorization.captured"]);
    const captured = BigInt(amount * 100);
    await assertBalance(card.accountId, { postedMinor: 100_00n - captured, heldMinor: 60_00n - captured });
    await assertBooksBalance();
  });
}

test("64 twins of an increment add once", async () => {
  const { tenant, card, id } = await withHold();
  await sendTwins(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 0.5 } }, 201);
  assert.equal(await getPrisma().authorization.count({ where: { rootId: id } }), 2);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_50n });
  await assertBooksBalance();
});

test("64 twins of a refused increment are recorded once", async () => {
  const { tenant, id } = await withHold();
  await sendTwins(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 41 } }, 200);
  assert.equal(await getPrisma().authorization.count({ where: { parentId: id } }), 1);
  assert.deepEqual(await eventTypes(tenant), ["authorization.approved", "authorization.declined"]);
});

for (const amount of [5, undefined]) {
  test(`64 twins of a reverse of ${amount ?? "everything"} reverse once`, async () => {
    const { tenant, card, id } = await withHold();
    await capture(tenant, id, 20);
    const body = amount === undefined ? {} : { amount };
    await sendTwins(tenant, contracts.reverseAuthorization, { params: { id }, body }, 200);
    assert.equal(await getPrisma().reversal.count({ where: { rootId: id } }), 1);
    assert.equal((await eventTypes(tenant)).filter((type) => type === "authorization.reversed").length, 1);
    const expected = amount ? { postedMinor: 85_00n, heldMinor: 40_00n } : { postedMinor: 100_00n, heldMinor: 0n };
    await assertBalance(card.accountId, expected);
    await assertBooksBalance();
  });
}
