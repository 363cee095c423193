import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DomainError } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { readAmount } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { byDepth } from "@/server/testing/depth";
import { authorize, increment } from "@/server/testing/factories/authorization-steps";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSubscription } from "@/server/testing/factories/webhook-subscriptions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { type CaptureOutcome, captureAuthorization } from "./capture-authorization";

withTestDatabase();

type Claim = IdempotencyClaim<CaptureOutcome>;

function claimOf(key: string): Claim {
  const kept = { body: key, isEncrypted: false };
  const answerTo = ({ target }: CaptureOutcome) => ({ status: 200, body: key, kept, namedId: target.id });
  return { scope: "tenant:of the batch:test", key, meaning: "meaning", spelled: null, answerTo };
}

/** Requests made in one turn of the event loop form one batch. Null captures all that is held. */
function ask(tenant: TestTenant, id: string, cents: number | null, claim: Claim | null = null) {
  const amount = cents === null ? null : readAmount(cents / 100);
  return captureAuthorization(tenantCaller(tenant), { id, amount }, claim);
}

async function settle(asked: readonly Promise<CaptureOutcome>[]): Promise<(number | string)[]> {
  const settled = await Promise.allSettled(asked);
  return settled.map((one) => {
    if (one.status === "fulfilled") return Number(one.value.amountMinor);
    return one.reason instanceof DomainError ? one.reason.code : one.reason.constructor.name;
  });
}

async function hold(tenant: TestTenant, cents: readonly number[]): Promise<{ ids: string[]; accountId: AccountId }> {
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const ids: string[] = [];
  for (const amount of cents) ids.push((await authorize(tenant, card, amount / 100)).recordId);
  return { ids, accountId: card.accountId };
}

async function transactionsOf(table: string): Promise<number> {
  const [row] = await queryTestDatabase<{ count: string }>(`SELECT count(DISTINCT xmin::text) AS count FROM ${table}`);
  return Number(row?.count);
}

test("captures of one moment are one transaction, and each gets its own outcome", async () => {
  const tenant = await createTestTenant();
  await createTestSubscription(tenant, { events: ["authorization.captured"] });
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  const [a, b, c, d] = await Promise.all([10, 20, 30, 40].map((amount) => authorize(tenant, card, amount)));
  assert.ok(a && b && c && d);
  const grown = await increment(tenant, c.recordId, 5);
  const outcomes = await settle([
    ask(tenant, a.recordId, null),
    ask(tenant, b.recordId, 20_01),
    ask(tenant, c.recordId, 33_00),
    ask(tenant, "0000000", 1),
    ask(tenant, d.authorizationId, 1_00, claimOf("d")),
  ]);
  assert.deepEqual(outcomes, [10_00, "amount_exceeds_remaining_hold", 33_00, "authorization_not_found", 1_00]);
  for (const table of ["captures", "postings WHERE kind = 'capture'", "webhook_deliveries"]) {
    assert.equal(await transactionsOf(table), 1, table);
  }
  const parts = await queryTestDatabase(
    "SELECT authorization_id, amount_minor::int FROM captures WHERE root_id = $1 ORDER BY amount_minor DESC",
    [c.recordId],
  );
  assert.deepEqual(
    parts.map((part) => Object.values(part)),
    [
      [c.recordId, 30_00],
      [grown.recordId, 3_00],
    ],
  );
  await assertBalance(card.accountId, { postedMinor: 956_00n, heldMinor: 61_00n });
  await assertBooksBalance();
});

const cents = fc.integer({ min: 1, max: 40 });
const plan = fc.record({
  holds: fc.array(fc.array(cents, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  captures: fc.array(fc.record({ of: fc.nat(), amount: fc.option(cents) }), { minLength: 1, maxLength: 90 }),
});

test("simultaneous captures come out as if they came one by one", async () => {
  const tenant = await createTestTenant();
  await fc.assert(
    fc.asyncProperty(plan, async ({ holds, captures }) => {
      const accounts = [];
      for (const amounts of holds) accounts.push({ ...(await hold(tenant, amounts)), amounts });
      const ids = accounts.flatMap((account) => account.ids);
      const left = holds.flat();
      const expected = captures.map(({ of, amount }) => {
        const at = of % ids.length;
        const open = left[at] ?? 0;
        if (open === 0) return "authorization_not_capturable";
        if ((amount ?? open) > open) return "amount_exceeds_remaining_hold";
        left[at] = open - (amount ?? open);
        return amount ?? open;
      });
      const asked = captures.map(({ of, amount }) => ask(tenant, ids[of % ids.length] ?? "", amount));
      assert.deepEqual(await settle(asked), expected);
      let at = 0;
      for (const { accountId, amounts } of accounts) {
        const held = left.slice(at, at + amounts.length).reduce((sum, open) => sum + open, 0);
        const taken = amounts.reduce((sum, amount) => sum + amount, 0) - held;
        at += amounts.length;
        await assertBalance(accountId, { postedMinor: 1_000_00n - BigInt(taken), heldMinor: BigInt(held) });
      }
    }),
    { numRuns: byDepth({ nightly: 10, change: 4 }) },
  );
  await assertBooksBalance();
});

test("one family named in several ways is captured one time after the other", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const first = await authorize(tenant, card, 10);
  const grown = await increment(tenant, first.recordId, 5);
  const names = [first.recordId, first.authorizationId, grown.recordId, first.recordId, first.authorizationId];
  assert.deepEqual(await settle(names.map((name) => ask(tenant, name, 3_00))), Array(5).fill(3_00));
  assert.deepEqual(await settle([ask(tenant, first.recordId, 1)]), ["authorization_not_capturable"]);
  await assertBalance(card.accountId, { postedMinor: 85_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a moved family is read again, and twins are captured once", async () => {
  const tenant = await createTestTenant();
  const { ids, accountId } = await hold(tenant, [10_00, 10_00, 10_00, 10_00, 10_00]);
  const text = "UPDATE authorizations SET version = version + 1 WHERE id = $1";
  const asked = () => ids.map((id, i) => ask(tenant, id, 1_00, claimOf(`capture-${i}`)));
  const taken = await whileUncommitted({ text, values: [ids[2] ?? ""] }, () => settle([...asked(), ...asked()]));
  assert.deepEqual(taken, [...Array(5).fill(1_00), ...Array(5).fill("AnsweredError")]);
  assert.deepEqual(await settle(asked()), Array(5).fill("AnsweredError"));
  await assertBalance(accountId, { postedMinor: 995_00n, heldMinor: 45_00n });
  await assertBooksBalance();
});

test("a key used for two captures at once costs nobody else the batch", async () => {
  const tenant = await createTestTenant();
  const { ids } = await hold(tenant, [10_00, 10_00, 10_00, 10_00]);
  const keys = ["twice", "once", "twice", "other"];
  const outcomes = await settle(ids.map((id, i) => ask(tenant, id, 1_00, claimOf(keys[i] ?? ""))));
  assert.deepEqual(outcomes, [1_00, 1_00, "AnsweredError", 1_00]);
  assert.equal(await transactionsOf(`captures WHERE tenant_id = '${tenant.id}'`), 1);
});
