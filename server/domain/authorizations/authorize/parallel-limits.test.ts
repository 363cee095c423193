import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { issueCard } from "@/server/domain/members";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function authorizeAtOnce(tenant: TestTenant, cards: readonly TestCard[], count: number, amount: number) {
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const panToken = cards[i % cards.length]?.panToken ?? "";
      const { body } = await call(tenant, contracts.createAuthorization, { body: { panToken, amount } });
      return body.status === "declined" ? body.reasonCode : body.status;
    }),
  );
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

test("200 authorizations of 10.00 at once on 1,000.00: exactly 100 are approved", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  assert.deepEqual(await authorizeAtOnce(tenant, [card], 200, 10), { approved: 100, "51": 100 });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 1_000_00n });
  await assertBooksBalance();
});

test("50 at once with a daily count of 3: exactly 3 are approved", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyCountLimit: 3 });
  assert.deepEqual(await authorizeAtOnce(tenant, [card], 50, 1), { approved: 3, "65": 47 });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 3_00n });
  await assertBooksBalance();
});

test("50 at once of 10.00 with a daily amount of 75.00: exactly 7 are approved", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyAmountLimitMinor: 75_00n });
  assert.deepEqual(await authorizeAtOnce(tenant, [card], 50, 10), { approved: 7, "61": 43 });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 70_00n });
  await assertBooksBalance();
});

test("the first uses of a new day at once start one new count", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { dailyCountLimit: 5 });
  assert.deepEqual(await authorizeAtOnce(tenant, [card], 5, 1), { approved: 5 });
  clock.advance(24 * 60 * 60 * 1000);
  assert.deepEqual(await authorizeAtOnce(tenant, [card], 30, 1), { approved: 5, "65": 25 });
});

test("two cards of one account share its funds, to the cent and down to the credit limit", async () => {
  const tenant = await createTestTenant();
  const first = await createTestCard(tenant, { fundsMinor: 150_00n, creditLimitMinor: 100_50n });
  const second = await addCard(first);
  assert.deepEqual(await authorizeAtOnce(tenant, [first, second], 80, 10.01), { approved: 25, "51": 55 });
  await assertBalance(first.accountId, { postedMinor: 150_00n, heldMinor: 250_25n });
  await assertBooksBalance();
});

test("increments at once never hold more than the account has", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 20);
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const { body } = await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 7 } });
      return body.status;
    }),
  );
  assert.equal(answers.filter((status) => status === "approved").length, 11);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 97_00n });
  await assertBooksBalance();
});

async function addCard(card: TestCard): Promise<TestCard> {
  const { accountId } = card;
  return { ...card, ...(await issueCard(networkCaller(), { accountId })) };
}
