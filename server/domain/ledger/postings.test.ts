import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function postingsOf(authorizationId: string) {
  const postings = await getPrisma().posting.findMany({
    where: { authorizationId },
    include: { entries: { include: { account: true }, orderBy: { id: "asc" } } },
    orderBy: { createdAt: "asc" },
  });
  return postings.map(({ kind, currency, entries }) => ({
    kind,
    entries: entries.map((entry) => {
      assert.equal(entry.currency, currency);
      return [entry.account.memberId ?? entry.account.merchantId, entry.amountMinor, entry.isFolded];
    }),
  }));
}

test("holding, incrementing and voiding move no money between accounts", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  await increment(tenant, id, 20);
  await reverse(tenant, id);
  assert.deepEqual(await postingsOf(id), []);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a capture posts from the member to the merchant, exact there and to be folded here", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 20);
  assert.deepEqual(await postingsOf(id), [
    {
      kind: "capture",
      entries: [
        [card.memberId, -20_00n, true],
        [tenant.merchantId, 20_00n, false],
      ],
    },
  ]);
  await assertBalance(card.accountId, { postedMinor: 980_00n, heldMinor: 40_00n });
});

test("a refund posts back from the merchant; what is voided with it is only released", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 20);
  await reverse(tenant, id);
  const refund = (await postingsOf(id)).find(({ kind }) => kind === "refund");
  assert.deepEqual(refund?.entries, [
    [tenant.merchantId, -20_00n, false],
    [card.memberId, 20_00n, true],
  ]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("an increment's capture is posted for its family, to one merchant account of the currency", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  const child = await increment(tenant, id, 20);
  await capture(tenant, child.recordId);
  await capture(tenant, id);
  assert.deepEqual(
    (await postingsOf(id)).map(({ entries }) => entries.map(([, amount]) => amount)),
    [
      [-20_00n, 20_00n],
      [-60_00n, 60_00n],
    ],
  );
  assert.equal(await getPrisma().account.count({ where: { merchantId: tenant.merchantId } }), 1);
});

test("first captures at once open one merchant account", async () => {
  const tenant = await createTestTenant();
  const cards = await Promise.all(Array.from({ length: 8 }, () => createTestCard(tenant)));
  const held = await Promise.all(cards.map((card) => authorize(tenant, card, 10)));
  await Promise.all(held.map(({ recordId }) => capture(tenant, recordId)));
  assert.equal(await getPrisma().account.count({ where: { merchantId: tenant.merchantId } }), 1);
  await assertBooksBalance();
});
