import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { getBalance } from "@/server/domain/ledger";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { send } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { expireHolds } from "./expire-holds";

withTestDatabase();

const ROUNDS = 25;

type Change = "capture" | "reverse" | "increment";
const CONTRACTS = {
  capture: contracts.captureAuthorization,
  reverse: contracts.reverseAuthorization,
  increment: contracts.incrementAuthorization,
};

/** The amount if the change was made, else 0. Fails on anything but success or a conflict. */
async function attempt(tenant: TestTenant, change: Change, id: string, amount: number): Promise<number> {
  const reply = await send(tenant, CONTRACTS[change], { params: { id }, body: { amount } });
  assert.ok([200, 201, 409].includes(reply.status), `${change} answered ${reply.status}: ${reply.text}`);
  return reply.status === 409 || JSON.parse(reply.text).status === "declined" ? 0 : amount;
}

async function sumOf(attempts: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(attempts)).reduce((sum, amount) => sum + amount, 0);
}

test("20 captures of 7.00 at once on 60.00: exactly 8 are taken", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  assert.equal(await sumOf(Array.from({ length: 20 }, () => attempt(tenant, "capture", id, 7))), 56);
  await assertBalance(card.accountId, { postedMinor: 44_00n, heldMinor: 4_00n });
  await assertBooksBalance();
});

test("20 refunds of 7.00 at once on 60.00 captured: exactly 8 are given back", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 25);
  await capture(tenant, id, 35);
  assert.equal(await sumOf(Array.from({ length: 20 }, () => attempt(tenant, "reverse", id, 7))), 56);
  await assertBalance(card.accountId, { postedMinor: 96_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("captures of parent and increments at once never take more than the family holds", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { recordId: id } = await authorize(tenant, card, 10);
    const { recordId: child } = await increment(tenant, id, 10);
    const before = await getBalance(card.accountId);
    const attempts = [id, child, id, child, id, child].map((target) => attempt(tenant, "capture", target, 6));
    const captured = BigInt((await sumOf(attempts)) * 100);
    const after = await getBalance(card.accountId);
    assert.ok(captured <= 20_00n);
    assert.equal(before.postedMinor - after.postedMinor, captured);
    await reverse(tenant, id);
  }
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("capture, reverse, increment, and expiry at once move no more than was held, and add up", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_000_00n });
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await getBalance(card.accountId);
    const { recordId: id, expires } = await authorize(tenant, card, 30);
    clock.advance(1_000);
    const overdue = new Date(expires);
    const captures = [7, 11].map((amount) => attempt(tenant, "capture", id, amount));
    const reverses = [5, 9].map((amount) => attempt(tenant, "reverse", id, amount));
    const increments = [3, 4].map((amount) => attempt(tenant, "increment", id, amount));
    // Simulates a concurrent sweep on a clock that is ahead.
    const sweep = round % 2 === 0 ? expireHolds({ now: overdue, accountId: card.accountId }) : Promise.resolve(0);
    const [captured, reversed, added] = await Promise.all([sumOf(captures), sumOf(reverses), sumOf(increments)]);
    await sweep;
    const root = await getPrisma().authorization.findUniqueOrThrow({ where: { id } });
    assert.equal(root.familyAmountMinor, BigInt((30 + added) * 100));
    assert.equal(root.familyCapturedMinor, BigInt(captured * 100));
    assert.equal(root.familyVoidedMinor + root.familyRefundedMinor, BigInt(reversed * 100));
    const after = await getBalance(card.accountId);
    assert.equal(before.postedMinor - after.postedMinor, root.familyCapturedMinor - root.familyRefundedMinor);
    const gone = root.familyCapturedMinor + root.familyVoidedMinor + root.familyExpiredMinor;
    assert.equal(after.heldMinor, root.familyAmountMinor - gone);
    clock.advance(8 * DAY_MS);
    await expireHolds({ now: clock.now(), accountId: card.accountId });
  }
  assert.equal((await getBalance(card.accountId)).heldMinor, 0n);
  await assertBooksBalance();
});
