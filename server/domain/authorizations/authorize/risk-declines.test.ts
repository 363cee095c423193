import assert from "node:assert/strict";
import { test } from "node:test";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";
import { readDecision } from "../stored-decision";

withTestDatabase();

const MISMATCHES = { avsResult: "N", cvvResult: "N", mode: "02" } as const;

async function stored(recordId: string) {
  const row = await getPrisma().authorization.findUniqueOrThrow({ where: { id: recordId } });
  const decision = await readDecision(getPool(), recordId);
  assert.ok(decision?.risk);
  return { row, rules: decision.rules, risk: decision.risk };
}

async function burst(tenant: TestTenant, card: TestCard, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await authorize(tenant, card, 10);
}

test("ten in ten minutes and then both mismatches on a card not present: 05, with its trace, and no hold", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await burst(tenant, card, 10);
  const { recordId } = await declineOf(tenant, card, 10, { reasonCode: "05", ...MISMATCHES });
  assert.ok(recordId);
  const { row, rules, risk } = await stored(recordId);
  assert.deepEqual([row.outcome, row.riskScore], ["declined", 90]);
  const last = rules.at(-1);
  assert.deepEqual([last?.code, last?.passed], ["05", false]);
  assert.ok(
    rules.slice(0, -1).every(({ passed }) => passed),
    "every other rule was passed before",
  );
  assert.deepEqual(
    risk.filter(({ points }) => points > 0).map(({ rule, points }) => [rule, points]),
    [
      ["velocity", 30],
      ["card not present", 10],
      ["address mismatch", 25],
      ["security code mismatch", 25],
    ],
  );
  assert.deepEqual(risk[0]?.saw, { withinTenMinutes: 10 });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 100_00n });
  const declined = (await listStoredEvents(tenant)).filter(({ type }) => type === "authorization.declined");
  assert.deepEqual(
    declined.map(({ facts }) => facts.reasonCode),
    ["05"],
  );
  await assertBooksBalance();
});

test("the trace is for the books alone: the answer to a 05 says nothing of the rules", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  await burst(tenant, card, 10);
  const declined = await declineOf(tenant, card, 10, { reasonCode: "05", ...MISMATCHES });
  assert.doesNotMatch(JSON.stringify(declined), /velocity|mismatch|points|score|weight/i);
});

test("the same mismatches without the burst, and the burst with one of them, are approved", async () => {
  const tenant = await createTestTenant();
  const [quiet, busy] = [await createTestCard(tenant), await createTestCard(tenant)];
  await authorize(tenant, quiet, 10);
  const { recordId } = await authorize(tenant, quiet, 10, MISMATCHES);
  assert.equal((await stored(recordId)).row.riskScore, 60);
  await burst(tenant, busy, 10);
  const second = await authorize(tenant, busy, 10, { ...MISMATCHES, cvvResult: "M" });
  assert.equal((await stored(second.recordId)).row.riskScore, 65);
});

test("payments before the ten minutes are no velocity; insufficient funds come before risk", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 120_00n });
  await burst(tenant, card, 10);
  await declineOf(tenant, card, 20.01, { reasonCode: "51", ...MISMATCHES });
  await declineOf(tenant, card, 10, { reasonCode: "05", ...MISMATCHES });
  clock.advance(600_000);
  const { recordId } = await authorize(tenant, card, 10, MISMATCHES);
  assert.equal((await stored(recordId)).row.riskScore, 60);
});

test("no burst of plain requests is refused for risk: on /v1 card not present, new merchants, ever larger", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 9_999_999_99n });
  for (let i = 0; i < 40; i += 1) {
    const shop = await createTestMerchant(tenant);
    const amount = i < 30 ? 1 : 10 * 2 ** (i - 30);
    const { recordId } = await authorize(tenant, card, amount, { mode: "02", merchant: shop.id });
    const { row } = await stored(recordId);
    assert.ok(row.riskScore !== null && row.riskScore <= 70, `${row.riskScore}`);
  }
});

test("the merchant surface returns the score: a new merchant, then a known one, then a burst", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const scores: (number | null)[] = [];
  for (let i = 0; i < 11; i += 1) {
    const { body } = await call(merchant, sellTransaction, { body: { amount: 1, paymentMethod: card.panToken } });
    assert.equal(body.approved, true);
    scores.push(body.riskScore);
  }
  assert.deepEqual(scores, [10, 0, 0, 0, 10, 10, 20, 20, 20, 20, 30]);
  const larger = await call(merchant, sellTransaction, { body: { amount: 10, paymentMethod: card.panToken } });
  assert.equal(larger.body.riskScore, 50);
  await createTestSale(await createTestMerchant(tenant), { card, amount: 100 });
  await assertBooksBalance();
});

test("a new device scores once", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  const scores: (number | null)[] = [];
  for (const deviceFingerprint of ["device-1", "device-1", "device-2"]) {
    const { body } = await redeem(tenant, code, { deviceFingerprint });
    scores.push((await stored(body.recordId ?? "")).row.riskScore);
  }
  assert.deepEqual(scores, [20, 0, 10]);
});
