import assert from "node:assert/strict";
import { test } from "node:test";
import { revokeRecurring } from "@/server/contracts/rest/recurring";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  chargeOutcome,
  createTestAgreement,
  readAgreement,
  revoke,
  type TestAgreement,
} from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

const ROUNDS = 30;
const AT_ONCE = 50;

async function chargeAtOnce(merchant: TestMerchant, agreement: TestAgreement): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const charges = Array.from({ length: AT_ONCE }, () => chargeOutcome(merchant, agreement));
  for (const outcome of await Promise.all(charges)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

test("50 charges at once of an agreement with an interval: exactly one", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant, { interval: "daily" });
  assert.deepEqual(await chargeAtOnce(merchant, agreement), { PendingSettlement: 1, "65": AT_ONCE - 1 });
  assert.equal((await readAgreement(merchant, agreement)).charges, 1);
  await assertBalance(agreement.card.accountId, { postedMinor: 990_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("50 charges at once of an agreement without one: as many as the money reaches, each counted", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant, { fundsMinor: 200_00n });
  const agreement = await createTestAgreement(merchant, { card });
  assert.deepEqual(await chargeAtOnce(merchant, agreement), { PendingSettlement: 20, "51": AT_ONCE - 20 });
  assert.equal((await readAgreement(merchant, agreement)).charges, 20);
  await assertBalance(card.accountId, { postedMinor: 0n, heldMinor: 0n });
  await assertBooksBalance();
});

async function approvedTimes({ id }: TestAgreement): Promise<Date[]> {
  const rows = await getPrisma().authorization.findMany({ where: { agreementId: id, outcome: "approved" } });
  return rows.map(({ createdAt }) => createdAt);
}

test("charges racing a revocation are before it or refused, and the agreement counts those before", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const card = await createTestCard(merchant.tenant, { fundsMinor: 100_000_00n });
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const agreement = await createTestAgreement(merchant, { card });
    const charges = () => [chargeOutcome(merchant, agreement), chargeOutcome(merchant, agreement)];
    const early = charges();
    // In every other round, the revocation comes after a charge was made.
    if (round % 2 === 1) await Promise.race(early);
    const revocation = revoke(merchant, agreement);
    const outcomes = await Promise.all([...early, ...charges()]);
    const { revokedAt } = await revocation;
    for (const outcome of outcomes) {
      assert.ok(["PendingSettlement", "R1"].includes(outcome), outcome);
      seen.add(outcome);
    }
    const approved = await approvedTimes(agreement);
    const record = await readAgreement(merchant, agreement);
    assert.equal(approved.length, outcomes.filter((outcome) => outcome === "PendingSettlement").length);
    assert.deepEqual([record.status, record.charges, record.revokedAt], ["Revoked", approved.length, revokedAt]);
    for (const at of approved) assert.ok(at <= new Date(revokedAt ?? 0), "charged after it was revoked");
    const late = await chargeOutcome(merchant, agreement);
    assert.equal(late, "R1");
    seen.add(late);
  }
  assert.deepEqual([...seen].sort(), ["PendingSettlement", "R1"], "the race came out both ways");
  await assertBooksBalance();
});

test("a charge decided before a revocation, and written after it, is refused", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant);
  const revocation = {
    text: `UPDATE recurring_agreements SET status = 'revoked', revoked_at = created_at, revoked_by = 'member',
      version = version + 1 WHERE id = $1`,
    values: [agreement.id],
  };
  assert.equal(await whileUncommitted(revocation, () => chargeOutcome(merchant, agreement)), "R1");
  await assertBalance(agreement.card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("a revocation first but with a later charge made is not dated before it", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant);
  const at = new Date("2026-03-02T10:00:02.000Z");
  clock.advance(1_000);
  const charged = {
    text: `UPDATE recurring_agreements SET charges = 1, first_charged_at = $2, last_charged_at = $2,
      version = version + 1 WHERE id = $1`,
    values: [agreement.id, at],
  };
  const body = { recurringAuthorizationId: agreement.id };
  const revoked = await whileUncommitted(charged, () => call(merchant, revokeRecurring, { body }));
  assert.deepEqual([revoked.body.charges, revoked.body.revokedAt], [1, at.toISOString()]);
});
