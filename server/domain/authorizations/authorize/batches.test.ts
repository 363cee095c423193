import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { getPrisma } from "@/server/db/prisma";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { readAmount } from "@/server/platform/money";
import { UnavailableError } from "@/server/platform/unavailable";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { byDepth } from "@/server/testing/depth";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { OneByOne } from "@/server/testing/model/one-by-one";
import type { AuthorizationOutcome } from "../authorization";
import { createAuthorization } from "./create-authorization";
import { incrementAuthorization } from "./increment-authorization";

withTestDatabase();
const link = withDatabaseLink();

type Claim = IdempotencyClaim<AuthorizationOutcome>;

function claimOf(key: string): Claim {
  return {
    scope: "tenant:of the batch:test",
    key,
    meaning: "meaning",
    spelled: null,
    answerTo: ({ row }) => ({
      status: 201,
      body: row.id,
      kept: { body: row.id, isEncrypted: false },
      namedId: null,
    }),
  };
}

/** Requests made in one turn of the event loop form one batch. */
function ask(tenant: TestTenant, card: TestCard, amount: number, claim: Claim | null = null, isSale = false) {
  return createAuthorization(
    tenantCaller(tenant),
    {
      ...NOTHING_DESCRIBED,
      panToken: card.panToken,
      amount: readAmount(amount),
      currency: null,
      merchant: null,
      merchantReference: null,
      isSale,
    },
    claim,
  );
}

function askAt(at: string, tenant: TestTenant, card: TestCard) {
  return createAuthorization(
    { ...tenantCaller(tenant), now: new Date(at) },
    {
      ...NOTHING_DESCRIBED,
      panToken: card.panToken,
      amount: readAmount(1),
      currency: null,
      merchant: null,
      merchantReference: null,
      isSale: false,
    },
    null,
  );
}

function increment(tenant: TestTenant, id: string, amount: number, claim: Claim | null = null) {
  return incrementAuthorization(tenantCaller(tenant), { id, amount: readAmount(amount), metadata: null }, claim);
}

const codeOf = (outcome: AuthorizationOutcome) => outcome.row.responseCode;

async function createCards(tenant: TestTenant, count: number, fundsMinor: bigint): Promise<TestCard[]> {
  const cards: TestCard[] = [];
  for (let i = 0; i < count; i += 1) cards.push(await createTestCard(tenant, { fundsMinor }));
  return cards;
}

async function settle(asked: readonly Promise<AuthorizationOutcome>[]): Promise<string[]> {
  const settled = await Promise.allSettled(asked);
  return settled.map((one) => (one.status === "fulfilled" ? codeOf(one.value) : one.reason.constructor.name));
}

test("a batch is one transaction, and each gets its own outcome", async () => {
  const tenant = await createTestTenant();
  const cards = await createCards(tenant, 8, 10_00n);
  const amounts = [1, 11, 2, 12, 3, 13, 4, 14];
  const outcomes = await Promise.all(cards.map((card, i) => ask(tenant, card, amounts[i] ?? 0)));
  assert.deepEqual(outcomes.map(codeOf), ["00", "51", "00", "51", "00", "51", "00", "51"]);
  assert.deepEqual(
    outcomes.map(({ row }) => [row.cardId, row.amountMinor]),
    cards.map(({ id }, i) => [id, BigInt(amounts[i] ?? 0) * 100n]),
  );
  const written = await queryTestDatabase<{ transactions: string }>(
    "SELECT count(DISTINCT xmin::text) AS transactions FROM authorizations",
  );
  assert.equal(Number(written[0]?.transactions), 1);
  await assertBooksBalance();
});

test("one card's requests are decided in the order of arrival, each against what the ones before it left", async () => {
  const tenant = await createTestTenant();
  const [card] = await createCards(tenant, 1, 30_00n);
  assert.ok(card);
  const asked = Array.from({ length: 150 }, (_, i) => ask(tenant, card, 1, null, i % 2 === 0));
  const codes = await settle(asked);
  assert.deepEqual(codes, [...Array(30).fill("00"), ...Array(120).fill("51")]);
  await assertBalance(card.accountId, { postedMinor: 15_00n, heldMinor: 15_00n });
  const usage = await getPrisma().card.findUniqueOrThrow({ where: { id: card.id } });
  assert.deepEqual([usage.usageCount, usage.usageAmountMinor], [30, 30_00n]);
  await assertBooksBalance();
});

const cents = fc.integer({ min: 1, max: 40 });
const plan = fc.record({
  funds: fc.array(cents, { minLength: 1, maxLength: 4 }),
  daily: fc.option(cents),
  ofTransaction: fc.option(cents),
  asks: fc.array(fc.record({ card: fc.nat(), amount: cents, isSale: fc.boolean() }), { minLength: 1, maxLength: 90 }),
  increments: fc.array(fc.record({ of: fc.nat(), amount: fc.integer({ min: 1, max: 12 }) }), { maxLength: 90 }),
});

test("holds, sales, and increments that are asked at once come out as if they came one by one", async () => {
  const tenant = await createTestTenant();
  await fc.assert(
    fc.asyncProperty(plan, async ({ funds, daily, ofTransaction, asks, increments }) => {
      const cards: TestCard[] = [];
      for (const fund of funds) {
        const ofDay = daily === null ? {} : { dailyAmountLimitMinor: BigInt(daily) };
        const ofEach = ofTransaction === null ? {} : { perTransactionLimitMinor: BigInt(ofTransaction) };
        cards.push(await createTestCard(tenant, { fundsMinor: BigInt(fund), ...ofDay, ...ofEach }));
      }
      const model = new OneByOne(funds, daily, ofTransaction);
      const expected = asks.map(({ card, amount, isSale }) => model.ask(card % cards.length, amount, isSale));
      const asked = await Promise.all(
        asks.map(({ card, amount, isSale }) => {
          const of = cards[card % cards.length];
          if (!of) throw new Error("no card");
          return ask(tenant, of, amount / 100, null, isSale);
        }),
      );
      assert.deepEqual(asked.map(codeOf), expected);
      const grown = increments.map(({ of, amount }) => model.increment(of % asks.length, amount));
      const codes = await settle(
        increments.map(({ of, amount }) => increment(tenant, asked[of % asks.length]?.row.id ?? "", amount / 100)),
      );
      assert.deepEqual(codes, grown);
      const ids = asked.map(({ row }) => row.id);
      const roots = await getPrisma().authorization.findMany({ where: { id: { in: ids } } });
      const stored = new Map(roots.map(({ id, familyAmountMinor, version }) => [id, [familyAmountMinor, version]]));
      assert.deepEqual(
        ids.map((id) => stored.get(id)),
        model.families(),
      );
    }),
    { numRuns: byDepth({ nightly: 12, change: 5 }) },
  );
  await assertBooksBalance();
});

test("increments of several holds are one transaction, and those of one hold follow one another in it", async () => {
  const tenant = await createTestTenant();
  const cards = await createCards(tenant, 3, 10_00n);
  const holds = await Promise.all(cards.map((card) => ask(tenant, card, 1)));
  const roots = holds.map(({ row }) => row.id);
  const outcomes = await Promise.all([...roots, ...roots, ...roots].map((id) => increment(tenant, id, 2)));
  assert.ok(outcomes.every((outcome) => codeOf(outcome) === "00"));
  const written = await queryTestDatabase<{ transactions: string; sequences: string }>(
    `SELECT count(DISTINCT xmin::text) AS transactions, string_agg(family_sequence::text, '' ORDER BY family_sequence)
      AS sequences FROM authorizations WHERE parent_id = ANY($1)`,
    [roots],
  );
  assert.deepEqual([Number(written[0]?.transactions), written[0]?.sequences], [1, "000111222"]);
  for (const { accountId } of cards) await assertBalance(accountId, { postedMinor: 10_00n, heldMinor: 7_00n });
  await assertBooksBalance();
});

test("a moved hold is read again for its increment, and the others get what they asked", async () => {
  const tenant = await createTestTenant();
  const cards = await createCards(tenant, 5, 10_00n);
  const holds = await Promise.all(cards.map((card) => ask(tenant, card, 1)));
  const roots = holds.map(({ row }) => row.id);
  const text = "UPDATE authorizations SET version = version + 1 WHERE id = $1";
  const codes = await whileUncommitted({ text, values: [roots[2] ?? ""] }, () =>
    settle(roots.map((id, i) => increment(tenant, id, 1, claimOf(`grow-${i}`)))),
  );
  assert.deepEqual(codes, Array(5).fill("00"));
  const repeats = await settle(roots.map((id, i) => increment(tenant, id, 1, claimOf(`grow-${i}`))));
  assert.deepEqual(repeats, Array(5).fill("AnsweredError"));
  for (const { accountId } of cards) await assertBalance(accountId, { postedMinor: 10_00n, heldMinor: 2_00n });
  await assertBooksBalance();
});

test("a card used before and after midnight is written once per day, so both days' limits apply", async () => {
  withFakeClock("2026-03-02T12:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyCountLimit: 2, fundsMinor: 100_00n });
  const before = "2026-03-02T23:59:59.999Z";
  const after = "2026-03-03T00:00:00.001Z";
  await askAt(before, tenant, card);
  const text = "UPDATE cards SET usage_count = usage_count + 1 WHERE id = $1";
  const asked = () => Promise.all([before, after, after].map((at) => askAt(at, tenant, card)));
  const outcomes = await whileUncommitted({ text, values: [card.id] }, asked);
  assert.deepEqual(
    outcomes.map(codeOf),
    ["65", "00", "00"],
    "the second of the day before was used up by someone else",
  );
  const [used] = await queryTestDatabase("SELECT usage_day::text, usage_count FROM cards WHERE id = $1", [card.id]);
  assert.deepEqual(used, { usage_day: "2026-03-03", usage_count: 2 });
});

test("twins in one batch are one authorization, and the others are replays of it", async () => {
  const tenant = await createTestTenant();
  const [card, other] = await createCards(tenant, 2, 30_00n);
  assert.ok(card && other);
  const codes = await settle([
    ask(tenant, card, 1, claimOf("twin")),
    ask(tenant, other, 2, claimOf("another")),
    ask(tenant, card, 1, claimOf("twin")),
    ask(tenant, card, 1, claimOf("twin")),
  ]);
  assert.deepEqual(codes, ["00", "00", "AnsweredError", "AnsweredError"]);
  await assertBalance(card.accountId, { postedMinor: 30_00n, heldMinor: 1_00n });
  await assertBooksBalance();
});

test("one moved entry is decided again for itself, and the others get what they asked", async () => {
  const tenant = await createTestTenant();
  const cards = await createCards(tenant, 9, 10_00n);
  const frozen = cards[4];
  assert.ok(frozen);
  const text = "UPDATE cards SET status = 'frozen', rules_version = rules_version + 1 WHERE id = $1";
  const codes = await whileUncommitted({ text, values: [frozen.id] }, () =>
    settle(cards.map((card, i) => ask(tenant, card, 1, claimOf(`frozen-${i}`)))),
  );
  assert.deepEqual(codes, ["00", "00", "00", "00", "62", "00", "00", "00", "00"]);
  assert.equal(await getPrisma().authorization.count({ where: { tenantId: tenant.id } }), 9);
  await assertBooksBalance();
});

test("a twin in another process costs only its own request the batch", async () => {
  const tenant = await createTestTenant();
  const cards = await createCards(tenant, 7, 10_00n);
  const text = `INSERT INTO idempotency_keys (scope, key, fingerprint, status, body, created_at)
    VALUES ($1, $2, 'meaning', 201, 'elsewhere', now())`;
  const { scope, key } = claimOf("elsewhere-3");
  const codes = await whileUncommitted({ text, values: [scope, key] }, () =>
    settle(cards.map((card, i) => ask(tenant, card, 1, claimOf(`elsewhere-${i}`)))),
  );
  assert.deepEqual(codes, ["00", "00", "00", "AnsweredError", "00", "00", "00"]);
  assert.equal(await getPrisma().authorization.count({ where: { tenantId: tenant.id } }), 6);
  await assertBooksBalance();
});

test("an unwritable one fails alone", async () => {
  const tenant = await createTestTenant();
  const cards = await createCards(tenant, 11, 10_00n);
  await queryTestDatabase("ALTER TABLE authorizations ADD CONSTRAINT refuse CHECK (amount_minor <> 666) NOT VALID");
  const codes = await settle(cards.map((card, i) => ask(tenant, card, i === 6 ? 6.66 : 1)));
  await queryTestDatabase("ALTER TABLE authorizations DROP CONSTRAINT refuse");
  assert.deepEqual(codes, ["00", "00", "00", "00", "00", "00", "DatabaseError", "00", "00", "00", "00"]);
  await assertBooksBalance();
});

test("a connection broken between write and answer tells all, and each repeat finds what was done", async () => {
  const tenant = await createTestTenant();
  const cards = await createCards(tenant, 5, 10_00n);
  const askAll = () => settle(cards.map((card, i) => ask(tenant, card, 1, claimOf(`cut-${i}`))));
  link.loseAnswerTo('"key":"cut-4","fingerprint"');
  assert.deepEqual(await askAll(), Array(5).fill(UnavailableError.name));
  assert.deepEqual(await askAll(), Array(5).fill("AnsweredError"));
  for (const { accountId } of cards) await assertBalance(accountId, { postedMinor: 10_00n, heldMinor: 1_00n });
  await assertBooksBalance();
});
