import assert from "node:assert/strict";
import { test } from "node:test";
import { incrementAuthorization } from "@/server/contracts/rest/authorizations";
import { revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { type CallOptions, call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, redeem, type TestCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { countOutcomes } from "@/server/testing/factories/transactions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

const MANY = 20;

async function held(tenant: TestTenant, code: TestCode, amount: number): Promise<string> {
  const { body } = await redeem(tenant, code, { amount });
  return body.recordId ?? "";
}

async function grow(tenant: TestTenant, id: string, amount: number): Promise<string> {
  const options: CallOptions<typeof incrementAuthorization> = { params: { id }, body: { amount } };
  const { status, body } = await call(tenant, incrementAuthorization, options);
  assert.equal(status, body.status === "approved" ? 201 : 200);
  return body.status === "declined" ? body.reasonCode : body.status;
}

async function isWithin(id: string, maximumMinor: bigint): Promise<boolean> {
  const { familyAmountMinor } = await getPrisma().authorization.findUniqueOrThrow({ where: { id } });
  return familyAmountMinor <= maximumMinor;
}

test("20 increments at once stop at the code's maximum", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { maxAmount: 50 });
  const id = await held(tenant, code, 10);
  const outcomes = await countOutcomes(Array.from({ length: MANY }, () => grow(tenant, id, 7)));
  assert.deepEqual(outcomes, { approved: 5, "61": MANY - 5 });
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 45_00n });
  await assertBooksBalance();
});

test("two increments together beyond the maximum: one is approved", async () => {
  const tenant = await createTestTenant();
  for (let round = 0; round < 10; round += 1) {
    const code = await createTestCode(tenant, { maxAmount: 20 });
    const id = await held(tenant, code, 10);
    assert.deepEqual(await countOutcomes([grow(tenant, id, 6), grow(tenant, id, 6)]), { approved: 1, "61": 1 });
    assert.ok(await isWithin(id, 20_00n));
  }
  await assertBooksBalance();
});

test("increments of several redemptions and new ones at once share the account's funds to the cent", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const code = await createTestCode(tenant, { card, singleUse: false });
  const ids = [await held(tenant, code, 10), await held(tenant, code, 10)];
  const increments = Array.from({ length: MANY }, (_, i) => grow(tenant, ids[i % 2] ?? "", 8));
  const redemptions = Array.from({ length: MANY }, () => outcomeOf(tenant, code, { amount: 8 }));
  assert.deepEqual(await countOutcomes([...increments, ...redemptions]), { approved: 10, "51": 30 });
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 100_00n });
  await assertBooksBalance();
});

test("64 twins of an increment of a redemption add once", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { maxAmount: 20 });
  const id = await held(tenant, code, 10);
  const options = { params: { id }, body: { amount: 10 }, idempotencyKey: "twins" };
  const replies = await Promise.all(Array.from({ length: 64 }, () => call(tenant, incrementAuthorization, options)));
  assert.equal(replies.filter(({ status }) => status === 201).length, 1);
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal(await getPrisma().authorization.count({ where: { rootId: id } }), 2);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 20_00n });
});

test("an increment decided before a revoke and written after it is declined with 62, its parent untouched", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  const id = await held(tenant, code, 10);
  const text = "UPDATE payment_codes SET status = 'revoked', pin_hash = NULL, revoked_at = created_at WHERE id = $1";
  const outcome = await whileUncommitted({ text, values: [code.recordId] }, () => grow(tenant, id, 5));
  assert.equal(outcome, "62");
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 10_00n });
  await assertBooksBalance();
});

test("funds gone after the decision leave the family as it was", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 10_00n, creditLimitMinor: 5_00n });
  const id = await held(tenant, await createTestCode(tenant, { card }), 10);
  const change = { text: "UPDATE accounts SET credit_limit_minor = 0 WHERE id = $1", values: [card.accountId] };
  assert.equal(await whileUncommitted(change, () => grow(tenant, id, 5)), "51");
  await assertBalance(card.accountId, { postedMinor: 10_00n, heldMinor: 10_00n });
  await assertBooksBalance();
});

test("a revoke racing increments: those before it are held, those after it are declined", async () => {
  const tenant = await createTestTenant();
  for (let round = 0; round < 10; round += 1) {
    const code = await createTestCode(tenant, { singleUse: false });
    const id = await held(tenant, code, 10);
    const revoked = call(tenant, revokePaymentCode, { params: { code: code.code } });
    const outcomes = await countOutcomes(Array.from({ length: 8 }, () => grow(tenant, id, 1)));
    await revoked;
    const approved = outcomes.approved ?? 0;
    assert.equal(approved + (outcomes["62"] ?? 0), 8);
    await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 10_00n + BigInt(approved) * 1_00n });
    assert.equal(await grow(tenant, id, 1), "62");
  }
  await assertBooksBalance();
});
