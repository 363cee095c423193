import assert from "node:assert/strict";
import { test } from "node:test";
import { fundAccount } from "@/server/contracts/rest/sandbox";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

test("the balance rises by what is put on it, and it can be spent", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 25_00n });
  await declineOf(tenant, card, 100, { reasonCode: "51" });
  const { status, body } = await call(tenant, fundAccount, { params: { id: card.accountId }, body: { amount: 75.01 } });
  assert.deepEqual([status, body], [200, { account: card.accountId, currency: "USD", amount: 75.01 }]);
  await assertBalance(card.accountId, { postedMinor: 100_01n, heldMinor: 0n });
  await authorize(tenant, card, 100);
  await assertBooksBalance();
});

for (const [currency, amount, minor] of [
  ["JPY", 500, 500n],
  ["KWD", 1.005, 1_005n],
  ["USD", 9_999_999_999.99, 999_999_999_999n],
  ["USD", 0.01, 1n],
  ["USD", 0.001, null],
  ["USD", 10.001, null],
  ["JPY", 0.5, null],
  ["JPY", 100.5, null],
  ["KWD", 1.0005, null],
  ["USD", 0, null],
  ["USD", -1, null],
  ["USD", 10_000_000_000, null],
  ["USD", "10", null],
  ["USD", undefined, null],
] as const) {
  test(`${amount} ${currency}: ${minor === null ? "refused" : `${minor} minor units`}`, async () => {
    const tenant = await createTestTenant();
    const { accountId: id } = await createTestCard(tenant, { currency, fundsMinor: 7n });
    const options = { params: { id }, rawBody: JSON.stringify({ amount }) };
    if (minor === null) {
      const invalid = { status: 400, code: "validation_error" } as const;
      assert.equal((await expectError(tenant, fundAccount, options, invalid)).error.field, "amount");
    } else {
      assert.deepEqual((await call(tenant, fundAccount, options)).body, { account: id, currency, amount });
    }
    await assertBalance(id, { postedMinor: 7n + (minor ?? 0n), heldMinor: 0n });
    await assertBooksBalance();
  });
}

test("a repeat, also at the same time, funds once; without a key each call funds", async () => {
  const tenant = await createTestTenant();
  const { accountId: id } = await createTestCard(tenant, { fundsMinor: 0n });
  const options = { params: { id }, body: { amount: 10 }, idempotencyKey: "fund-1" };
  const replies = await Promise.all(Array.from({ length: 8 }, () => call(tenant, fundAccount, options)));
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
  assert.equal(replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true").length, 7);
  await assertBalance(id, { postedMinor: 10_00n, heldMinor: 0n });
  for (let i = 0; i < 2; i += 1) await call(tenant, fundAccount, { params: { id }, body: { amount: 10 } });
  await assertBalance(id, { postedMinor: 30_00n, heldMinor: 0n });
  const reused = { status: 422, code: "idempotency_key_reused" } as const;
  await expectError(tenant, fundAccount, { ...options, body: { amount: 11 } }, reused);
  await assertBooksBalance();
});

test("another tenant's account, a merchant's, the network's, a live one, an unknown one: not there", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const live = await createTestKey(tenant, { environment: "live" });
  await createTestSale(await createTestMerchant(tenant));
  const entries = await countRows("entries");
  const own = await getPrisma().account.findMany({ where: { memberId: null } });
  assert.deepEqual(new Set(own.map(({ kind }) => kind)), new Set(["merchant", "network"]));
  const accounts = [(await createTestCard(other)).accountId, (await createTestCard(live)).accountId];
  const funded = await countRows("entries");
  for (const id of [...accounts, ...own.map((account) => account.id), "NoSuchAccount0001", "short"]) {
    const options = { params: { id }, body: { amount: 10 } };
    await expectError(tenant, fundAccount, options, { status: 404, code: "account_not_found" });
  }
  assert.equal(await countRows("entries"), funded);
  assert.ok(funded > entries);
});

test("a live key finds nothing here, and no money is made", async () => {
  const tenant = await createTestTenant();
  const live = await createTestKey(tenant, { environment: "live" });
  const [card, liveCard] = [await createTestCard(tenant), await createTestCard(live)];
  const before = [await countRows("entries"), await countRows("idempotency_keys")];
  for (const { accountId: id } of [card, liveCard]) {
    const options = { params: { id }, body: { amount: 10 }, idempotencyKey: "fund-1" };
    await expectError(live, fundAccount, options, { status: 404, code: "not_found" });
    await expectError(null, fundAccount, options, { status: 401, code: "authentication_failed" });
  }
  assert.deepEqual([await countRows("entries"), await countRows("idempotency_keys")], before);
});
