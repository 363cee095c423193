import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { checkBooks, getBalance } from "@/server/domain/ledger";
import { issueCard } from "@/server/domain/members";
import { assertBooksBalance } from "@/server/testing/books";
import { send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function withTwoCards(tenant: TestTenant): Promise<TestCard[]> {
  const first = await createTestCard(tenant, { fundsMinor: 1_000_000_00n });
  const { accountId } = first;
  return [first, { ...first, ...(await issueCard(networkCaller(), { accountId })) }];
}

async function createHolds() {
  const tenant = await createTestTenant();
  const cards = (await Promise.all([withTwoCards(tenant), withTwoCards(tenant)])).flat();
  const holds = [];
  for (const card of cards) holds.push({ card, id: (await authorize(tenant, card, 1_000)).recordId });
  return { tenant, holds };
}

/** No lock order may surface a deadlock to a caller. */
test("every operation on two accounts and four cards at once is answered, and the books balance meanwhile", async () => {
  const { tenant, holds } = await createHolds();
  const rounds = Array.from({ length: 12 }, (_, round) => (round % 2 === 0 ? holds : holds.toReversed()));
  const replies = rounds.flatMap((inOrder) =>
    inOrder.flatMap(({ card, id }) => [
      send(tenant, contracts.createAuthorization, { body: { panToken: card.panToken, amount: 1 } }),
      send(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 1 } }),
      send(tenant, contracts.captureAuthorization, { params: { id }, body: { amount: 2 } }),
      send(tenant, contracts.reverseAuthorization, { params: { id }, body: { amount: 1 } }),
    ]),
  );
  const audits = await Promise.all(Array.from({ length: 3 }, () => checkBooks()));
  for (const audit of audits)
    assert.deepEqual(
      audit.flatMap(({ breaches }) => breaches),
      [],
    );
  for (const reply of await Promise.all(replies)) {
    assert.ok([200, 201, 409].includes(reply.status), `${reply.status} ${reply.text}`);
  }
  await assertBooksBalance();
});

test("captures of many merchants and members add up", async () => {
  const merchants = await Promise.all([createTestTenant(), createTestTenant(), createTestTenant()]);
  const [issuer] = merchants;
  assert.ok(issuer);
  const cards = (await Promise.all([withTwoCards(issuer), withTwoCards(issuer)])).flat();
  const accounts = [...new Set(cards.map(({ accountId }) => accountId))];
  const sales = Array.from({ length: 60 }, async (_, i) => {
    const merchant = merchants[i % 3];
    const card = cards[i % 4];
    assert.ok(merchant && card);
    const { recordId: id } = await authorize(merchant, card, 3);
    const reply = await send(merchant, contracts.captureAuthorization, { params: { id }, body: { amount: 2.5 } });
    assert.equal(reply.status, 200, reply.text);
  });
  await Promise.all(sales);
  const balances = await Promise.all(accounts.map((id) => getBalance(id)));
  for (const { postedMinor, heldMinor } of balances) {
    assert.deepEqual([postedMinor, heldMinor], [1_000_000_00n - 30n * 2_50n, 30n * 50n]);
  }
  await assertBooksBalance();
});
