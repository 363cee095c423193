import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { readAmount } from "@/server/platform/money";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { byDepth } from "@/server/testing/depth";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSubscription } from "@/server/testing/factories/webhook-subscriptions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { type ReverseOutcome, reverseAuthorization } from "./reverse-authorization";

withTestDatabase();

type Claim = IdempotencyClaim<ReverseOutcome>;

function claimOf(key: string): Claim {
  const kept = { body: key, isEncrypted: false };
  const answerTo = ({ target }: ReverseOutcome) => ({ status: 200, body: key, kept, namedId: target.id });
  return { scope: "tenant:of the batch:test", key, meaning: "meaning", spelled: null, answerTo };
}

/** Requests made in one turn of the event loop form one batch. Null reverses all there is. */
function ask(tenant: TestTenant, id: string, cents: number | null, claim: Claim | null = null) {
  const amount = cents === null ? null : readAmount(cents / 100);
  return reverseAuthorization(tenantCaller(tenant), { id, amount, kind: null, reasonCode: "RV01" }, claim);
}

async function settle(asked: readonly Promise<ReverseOutcome>[]): Promise<(number | string)[]> {
  const settled = await Promise.allSettled(asked);
  return settled.map((one) => {
    if (one.status === "fulfilled") return Number(one.value.voidedMinor + one.value.refundedMinor);
    return one.reason instanceof DomainError ? one.reason.code : one.reason.constructor.name;
  });
}

async function transactionsOf(table: string): Promise<number> {
  const [row] = await queryTestDatabase<{ count: string }>(`SELECT count(DISTINCT xmin::text) AS count FROM ${table}`);
  return Number(row?.count);
}

test("voids and refunds of one moment are one transaction, and each gets its own outcome", async () => {
  const tenant = await createTestTenant();
  await createTestSubscription(tenant, { events: ["authorization.reversed"] });
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const [held, parted, captured, both] = await Promise.all([10, 20, 30, 40].map((sum) => authorize(tenant, card, sum)));
  assert.ok(held && parted && captured && both);
  await capture(tenant, captured.recordId);
  await capture(tenant, both.recordId, 15);
  const outcomes = await settle([
    ask(tenant, held.recordId, null, claimOf("held")),
    ask(tenant, parted.recordId, 20_01),
    ask(tenant, captured.authorizationId, 12_34),
    ask(tenant, "0000000", 1),
    ask(tenant, both.recordId, null, claimOf("both")),
  ]);
  assert.deepEqual(outcomes, [10_00, "amount_exceeds_reversible", 12_34, "authorization_not_found", 40_00]);
  for (const table of [
    "reversals",
    "refunds",
    "postings WHERE kind = 'refund'",
    "idempotency_keys WHERE key IN ('held', 'both')",
    "webhook_deliveries",
  ])
    assert.equal(await transactionsOf(table), 1, table);
  assert.deepEqual(
    await queryTestDatabase("SELECT amount_minor::int, refunded_minor::int FROM captures ORDER BY amount_minor"),
    [
      { amount_minor: 15_00, refunded_minor: 15_00 },
      { amount_minor: 30_00, refunded_minor: 12_34 },
    ],
  );
  await assertBalance(card.accountId, { postedMinor: 982_34n, heldMinor: 20_00n });
  await assertBooksBalance();
});

const cents = fc.integer({ min: 1, max: 40 });
const plan = fc.record({
  payments: fc.array(fc.record({ amount: cents, isCaptured: fc.boolean() }), { minLength: 1, maxLength: 6 }),
  reversals: fc.array(fc.record({ of: fc.nat(), amount: fc.option(cents) }), { minLength: 1, maxLength: 70 }),
});

test("simultaneous reversals are done as far as there is money, and no cent more", async () => {
  const tenant = await createTestTenant();
  await fc.assert(
    fc.asyncProperty(plan, async ({ payments, reversals }) => {
      const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
      const ids: string[] = [];
      for (const { amount, isCaptured } of payments) {
        const { recordId } = await authorize(tenant, card, amount / 100);
        if (isCaptured) await capture(tenant, recordId);
        ids.push(recordId);
      }
      const outcomes = await settle(reversals.map(({ of, amount }) => ask(tenant, ids[of % ids.length] ?? "", amount)));
      const left = payments.map(({ amount }) => amount);
      for (const [n, outcome] of outcomes.entries()) {
        const at = (reversals[n]?.of ?? 0) % ids.length;
        if (typeof outcome === "number") left[at] = (left[at] ?? 0) - outcome;
      }
      assert.ok(left.every((open) => open >= 0));
      for (const [n, outcome] of outcomes.entries()) {
        if (typeof outcome === "number") continue;
        const { of = 0, amount = null } = reversals[n] ?? {};
        const open = left[of % ids.length] ?? 0;
        // If nothing is left now, something may still have been left when the request was refused.
        const refusals = [
          ...(amount === null ? [] : ["amount_exceeds_reversible"]),
          ...(open === 0 ? ["authorization_not_reversible"] : []),
        ];
        assert.ok(refusals.includes(outcome), outcome);
        assert.ok(open === 0 || (amount ?? 0) > open, "what was refused was more than was left");
      }
      const sum = (isCaptured: boolean) =>
        payments.reduce((total, payment, at) => total + (payment.isCaptured === isCaptured ? (left[at] ?? 0) : 0), 0);
      await assertBalance(card.accountId, {
        postedMinor: 1_000_00n - BigInt(sum(true)),
        heldMinor: BigInt(sum(false)),
      });
    }),
    { numRuns: byDepth({ nightly: 10, change: 4 }) },
  );
  await assertBooksBalance();
});

test("a moved family is read again, and twins are reversed once", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await authorize(tenant, card, 10)).recordId);
  const text = "UPDATE authorizations SET version = version + 1 WHERE id = $1";
  const asked = () => ids.map((id, i) => ask(tenant, id, 1_00, claimOf(`reverse-${i}`)));
  const taken = await whileUncommitted({ text, values: [ids[2] ?? ""] }, () => settle([...asked(), ...asked()]));
  assert.deepEqual(taken.filter((outcome) => outcome === 1_00).length, 5);
  assert.deepEqual(await settle(asked()), Array(5).fill("AnsweredError"));
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 45_00n });
  await assertBooksBalance();
});

test("one family named in several ways is reversed one time after the other", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId, authorizationId } = await authorize(tenant, card, 10);
  const names = [recordId, authorizationId, recordId, authorizationId, recordId, authorizationId];
  const outcomes = await settle(names.map((name) => ask(tenant, name, 2_00)));
  assert.deepEqual(outcomes.filter((outcome) => outcome === 2_00).length, 5);
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 2_00),
    ["authorization_not_reversible"],
  );
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
});
