import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { AccountId } from "@/server/platform/noun-ids";
import { assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { foldEntries, getBalance } from "./index";

withTestDatabase();

async function merchantAccount(tenant: TestTenant) {
  const where = { merchantId: tenant.merchantId, kind: "merchant" } as const;
  const account = await getPrisma().account.findFirstOrThrow({ where });
  return { ...account, id: AccountId.parse(account.id) };
}

async function snapshotAndBalance(tenant: TestTenant) {
  const { id, postedMinor } = await merchantAccount(tenant);
  return [postedMinor, (await getBalance(id)).postedMinor];
}

test("folding moves entries into the snapshot and leaves the balance as it is", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 20);
  await capture(tenant, id, 30);
  assert.deepEqual(await snapshotAndBalance(tenant), [0n, 50_00n]);
  const account = await merchantAccount(tenant);
  assert.equal(await foldEntries(account.id), 2);
  assert.deepEqual(await snapshotAndBalance(tenant), [50_00n, 50_00n]);
  assert.equal(await foldEntries(account.id), 0);
  await reverse(tenant, id, 45);
  assert.deepEqual(await snapshotAndBalance(tenant), [50_00n, 5_00n]);
  assert.equal(await foldEntries(account.id), 1);
  assert.deepEqual(await snapshotAndBalance(tenant), [5_00n, 5_00n]);
  await assertBooksBalance();
});

test("the network's account folds too, a member's has nothing to fold", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { currency: "KWD", fundsMinor: 5_000n });
  const network = await getPrisma().account.findFirstOrThrow({ where: { kind: "network", currency: "KWD" } });
  assert.equal(await foldEntries(card.accountId), 0);
  const networkId = AccountId.parse(network.id);
  assert.equal(await foldEntries(networkId), 1);
  assert.equal((await getBalance(networkId)).postedMinor, -5_000n);
  await assertBooksBalance();
});

test("folds at once, while captures go on, count every entry once", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const first = await authorize(tenant, card, 1);
  await capture(tenant, first.recordId);
  const { id } = await merchantAccount(tenant);
  const held = [];
  for (let i = 0; i < 40; i += 1) held.push(await authorize(tenant, card, 2.5));
  const captures = held.map(({ recordId }) => capture(tenant, recordId));
  const folds: Promise<number>[] = [];
  const balances: bigint[] = [];
  for (const captured of captures) {
    folds.push(foldEntries(id), foldEntries(id));
    balances.push((await getBalance(id)).postedMinor);
    await captured;
  }
  const folded = (await Promise.all(folds)).reduce((sum, count) => sum + count, 0) + (await foldEntries(id));
  assert.equal(folded, 41);
  assert.deepEqual(await snapshotAndBalance(tenant), [101_00n, 101_00n]);
  assert.deepEqual(
    balances,
    balances.toSorted((a, b) => Number(a - b)),
    "no reading ever misses or doubles an entry",
  );
  await assertBooksBalance();
});

test("an entry in another fold is left to it", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 10);
  await capture(tenant, id, 20);
  const account = await merchantAccount(tenant);
  await getPrisma().$transaction(async (other) => {
    await other.$queryRaw`SELECT id FROM entries WHERE account_id = ${account.id} ORDER BY id LIMIT 1 FOR UPDATE`;
    assert.equal(await foldEntries(account.id), 1);
  });
  assert.equal(await foldEntries(account.id), 1);
  assert.deepEqual(await snapshotAndBalance(tenant), [30_00n, 30_00n]);
});

test("an entry committed after younger ones were folded is found by the next fold", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 10);
  const account = await merchantAccount(tenant);
  await foldEntries(account.id);
  await getPrisma().$transaction(async (late) => {
    const posting = {
      id: "LatePosting000001",
      kind: "capture",
      environment: "test",
      currency: "USD",
      createdAt: new Date(),
    } as const;
    await late.posting.create({ data: posting });
    const entry = { postingId: posting.id, currency: "USD" };
    await late.entry.create({ data: { ...entry, accountId: account.id, amountMinor: 1n, isFolded: false } });
    await capture(tenant, id, 20);
    assert.equal(await foldEntries(account.id), 1, "the younger capture is folded, the late entry is not seen yet");
  });
  assert.equal(await foldEntries(account.id), 1);
  assert.deepEqual(await snapshotAndBalance(tenant), [30_01n, 30_01n]);
});
