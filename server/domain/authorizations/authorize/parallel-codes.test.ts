import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import {
  createTestCode,
  outcomeOf,
  readCode,
  redeemAtOnce,
  storedCode,
  type TestCode,
} from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

function times(count: number, tenant: TestTenant, code: TestCode, amount = 10) {
  return Array.from({ length: count }, () => [tenant, code, { amount }] as const);
}

test("50 redemptions of a single-use code at once: exactly one is approved", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  assert.deepEqual(await redeemAtOnce(times(50, tenant, code)), { approved: 1, "65": 49 });
  const { status, uses, pinHash } = await storedCode(code);
  assert.deepEqual({ status, uses, pinHash }, { status: "used", uses: 1, pinHash: null });
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 10_00n });
  await assertBooksBalance();
});

test("50 at once of a recurring limit of 3 without interval: exactly 3 are approved", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { allowRecurring: true, recurringLimit: 3 });
  assert.deepEqual(await redeemAtOnce(times(50, tenant, code)), { approved: 3, "65": 47 });
  const { status, uses, usesRemaining } = await readCode(tenant, code);
  assert.deepEqual({ status, uses, usesRemaining }, { status: "Code Used", uses: 3, usesRemaining: 0 });
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 30_00n });
  await assertBooksBalance();
});

test("a daily code at once, day by day: one a day, none early", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { allowRecurring: true, recurringInterval: "daily", recurringLimit: 3 });
  for (let day = 0; day < 3; day += 1) {
    assert.deepEqual(await redeemAtOnce(times(20, tenant, code)), { approved: 1, "65": 19 });
    clock.advance(DAY_MS);
  }
  assert.deepEqual(await redeemAtOnce(times(20, tenant, code)), { "65": 20 });
  assert.equal((await storedCode(code)).uses, 3);
  await assertBooksBalance();
});

test("a reusable code draws to the cent, and no further", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const code = await createTestCode(tenant, { card, singleUse: false });
  assert.deepEqual(await redeemAtOnce(times(40, tenant, code, 7)), { approved: 14, "51": 26 });
  assert.equal((await storedCode(code)).uses, 14);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 98_00n });
  await assertBooksBalance();
});

test("a card and two codes at once on one account share its funds", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 200_00n });
  const first = await createTestCode(tenant, { card, singleUse: false });
  const second = await createTestCode(tenant, { card, singleUse: false });
  const byCard = async () => {
    const { body } = await call(tenant, createAuthorization, { body: { panToken: card.panToken, amount: 10 } });
    return body.status === "declined" ? body.reasonCode : body.status;
  };
  const outcomes = await Promise.all([
    ...Array.from({ length: 20 }, byCard),
    ...[...times(20, tenant, first), ...times(20, tenant, second)].map((request) => outcomeOf(...request)),
  ]);
  assert.deepEqual([...outcomes].sort(), [...Array(40).fill("51"), ...Array(20).fill("approved")]);
  const uses = [first, second].map(async (code) => (await storedCode(code)).uses);
  const holds = await getPrisma().authorization.count({ where: { outcome: "approved", cardId: card.id } });
  assert.equal(
    (await Promise.all(uses)).reduce((sum, count) => sum + count, holds),
    20,
  );
  await assertBalance(card.accountId, { postedMinor: 200_00n, heldMinor: 200_00n });
  await assertBooksBalance();
});

test("a revoke racing redemptions: the code ends either way, and holds match uses", async () => {
  const tenant = await createTestTenant();
  for (let round = 0; round < 10; round += 1) {
    const code = await createTestCode(tenant, { singleUse: round % 2 === 0 });
    const revoke = call(tenant, revokePaymentCode, { params: { code: code.code }, body: {} });
    const counts = await redeemAtOnce(times(10, tenant, code));
    assert.equal((await revoke).body.revoked, true);
    const { status, uses, pinHash, revokedAt, isSingleUse } = await storedCode(code);
    const isUsedUp = isSingleUse && uses > 0;
    assert.deepEqual([status, pinHash, revokedAt !== null], [isUsedUp ? "used" : "revoked", null, true]);
    assert.equal(uses, counts.approved ?? 0);
    assert.equal(await outcomeOf(tenant, code), isUsedUp ? "65" : "62");
    await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: BigInt(uses) * 10_00n });
  }
  await assertBooksBalance();
});

test("a redemption decided before a revoke and written after it is declined with 62", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  const text = "UPDATE payment_codes SET status = 'revoked', pin_hash = NULL, revoked_at = created_at WHERE id = $1";
  const change = { text, values: [code.recordId] };
  assert.equal(await whileUncommitted(change, () => outcomeOf(tenant, code)), "62");
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("funds gone after the decision leave the code unused", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1n, creditLimitMinor: 100_00n });
  const code = await createTestCode(tenant, { card });
  const change = { text: "UPDATE accounts SET credit_limit_minor = 0 WHERE id = $1", values: [card.accountId] };
  assert.equal(await whileUncommitted(change, () => outcomeOf(tenant, code)), "51");
  const { status, uses } = await storedCode(code);
  assert.deepEqual({ status, uses }, { status: "active", uses: 0 });
});

test("revokes at once all say that the code is revoked, also of a used one, and the first says when", async () => {
  const tenant = await createTestTenant();
  const [active, used] = [await createTestCode(tenant), await createTestCode(tenant)];
  assert.equal(await outcomeOf(tenant, used), "approved");
  for (const [code, status] of [[active, "revoked"] as const, [used, "used"] as const]) {
    const revoke = (reason: string) =>
      call(tenant, revokePaymentCode, { params: { code: code.code }, body: { reason } });
    const first = await revoke("first");
    const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => revoke(`later ${i}`)));
    assert.deepEqual(new Set([first, ...replies].map(({ body }) => body.revoked)), new Set([true]));
    const stored = await storedCode(code);
    assert.deepEqual([stored.status, stored.revokeReason], [status, "first"]);
  }
});
