import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const REUSED = { status: 422, code: "idempotency_key_reused" } as const;

test("one key with other bodies at once: one request has its effect, its twins replay it, others fail", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const replies = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const amount = 1 + (i % 3);
      const body = { panToken: card.panToken, amount };
      return { amount, reply: await send(tenant, contracts.createAuthorization, { body, idempotencyKey: "shared" }) };
    }),
  );
  const made = replies.filter(({ reply }) => reply.status === 201);
  assert.equal(made.length, 1);
  const winner = made[0]?.amount ?? 0;
  for (const { amount, reply } of replies) {
    if (amount === winner) assert.equal(reply.text, made[0]?.reply.text);
    else assert.deepEqual([reply.status, JSON.parse(reply.text).error.code], [422, "idempotency_key_reused"]);
  }
  assert.equal(await getPrisma().authorization.count({ where: { tenantId: tenant.id } }), 1);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: BigInt(winner * 100) });
  await assertBooksBalance();
});

test("one key for two operations at once has one effect", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  for (let round = 0; round < 10; round += 1) {
    const { recordId: id } = await authorize(tenant, card, 5);
    const options = { params: { id }, body: { amount: 2 }, idempotencyKey: `round-${round}` };
    const replies = await Promise.all([
      send(tenant, contracts.captureAuthorization, options),
      send(tenant, contracts.reverseAuthorization, options),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422]);
    const row = await getPrisma().authorization.findUniqueOrThrow({ where: { id } });
    assert.equal(row.capturedMinor + row.voidedMinor, 2_00n);
  }
  await assertBooksBalance();
});

test("a replay is the earlier answer, whatever has happened since", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const options = { body: { panToken: card.panToken, amount: 100 }, idempotencyKey: "order-1" };
  const first = await call(tenant, contracts.createAuthorization, options);
  assert.ok(first.body.status === "approved");
  await call(tenant, contracts.captureAuthorization, { params: { id: first.body.recordId } });
  await suspendTestTenant(tenant);
  const replay = await call(tenant, contracts.createAuthorization, options);
  assert.deepEqual([replay.status, replay.headers.get("idempotent-replayed"), replay.text], [200, "true", first.text]);
  const other = { ...options, body: { ...options.body, amount: 99 } };
  await expectError(tenant, contracts.createAuthorization, other, REUSED);
});

test("an error keeps no key: the same key works once the cause is gone", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 10);
  const idempotencyKey = "second-try";
  const tooMuch = { params: { id }, body: { amount: 10.01 }, idempotencyKey };
  const expected = { status: 409, code: "amount_exceeds_remaining_hold" } as const;
  await expectError(tenant, contracts.captureAuthorization, tooMuch, expected);
  const captured = await call(tenant, contracts.captureAuthorization, {
    params: { id },
    body: { amount: 10 },
    idempotencyKey,
  });
  assert.deepEqual([captured.body.status, captured.headers.get("idempotent-replayed")], ["charged", null]);
  await expectError(tenant, contracts.captureAuthorization, tooMuch, REUSED);
});

test("a key of another tenant or environment is another key", async () => {
  const tenant = await createTestTenant();
  for (const caller of [tenant, await createTestKey(tenant, { environment: "live" }), await createTestTenant()]) {
    const { panToken } = await createTestCard(caller);
    const options = { body: { panToken, amount: 5 }, idempotencyKey: "same" };
    assert.equal((await call(caller, contracts.createAuthorization, options)).status, 201);
  }
  const second = await createTestKey(tenant);
  const other = { body: { panToken: "NoSuchCardToken01", amount: 5 }, idempotencyKey: "same" };
  await expectError(second, contracts.createAuthorization, other, REUSED);
});
