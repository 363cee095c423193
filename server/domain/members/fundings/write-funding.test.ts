import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { AccountId } from "@/server/platform/noun-ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { getBalance } from "../../ledger";
import { fundAccount } from "./write-funding";

withTestDatabase();

const at = new Date("2026-03-02T10:00:00.000Z");

test("funding comes from the network's account of that environment and currency", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 0n, currency: "KWD" });
  const funding = { accountId: card.accountId, currency: "KWD" } as const;
  await fundAccount(networkCaller(), { ...funding, amountMinor: 1_500n });
  await fundAccount(networkCaller(), { ...funding, amountMinor: 1n });
  await assertBalance(card.accountId, { postedMinor: 1_501n, heldMinor: 0n });
  const network = await getPrisma().account.findMany({
    where: { kind: "network", environment: "test", currency: "KWD" },
  });
  assert.equal(network.length, 1);
  assert.equal((await getBalance(AccountId.parse(network[0]?.id ?? ""))).postedMinor, -1_501n);
  await assertBooksBalance();
});

test("a retry funds again, and fundings at once all count", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 0n });
  const funding = { accountId: card.accountId, currency: "USD", amountMinor: 7n } as const;
  await Promise.all(Array.from({ length: 30 }, () => fundAccount(networkCaller(), funding)));
  await assertBalance(card.accountId, { postedMinor: 210n, heldMinor: 0n });
  await assertBooksBalance();
});

test("an unfit account, currency, or environment, or an amount that isn't positive, posts nothing", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 5_00n });
  const merchantAccount = AccountId.make(at);
  const good = { environment: "test", accountId: card.accountId, currency: "USD", amountMinor: 1n } as const;
  await getPrisma().account.create({
    data: {
      id: merchantAccount,
      kind: "merchant",
      environment: "test",
      currency: "USD",
      merchantId: tenant.merchantId,
      createdAt: at,
    },
  });
  const postings = await getPrisma().posting.count();
  for (const { environment, ...wrong } of [
    { ...good, accountId: AccountId.make(at) },
    { ...good, accountId: merchantAccount },
    { ...good, currency: "EUR" as const },
    { ...good, environment: "live" as const },
    { ...good, amountMinor: 0n },
    { ...good, amountMinor: -1n },
  ]) {
    await assert.rejects(fundAccount(networkCaller(environment), wrong));
  }
  assert.equal(await getPrisma().posting.count(), postings);
  await assertBalance(card.accountId, { postedMinor: 5_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("funding lifts a member out of the red", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 0n, creditLimitMinor: 10_00n });
  assert.equal((await getBalance(card.accountId)).availableMinor, 10_00n);
  await fundAccount(networkCaller(), { accountId: card.accountId, currency: "USD", amountMinor: 3n });
  assert.equal((await getBalance(card.accountId)).availableMinor, 10_03n);
});
