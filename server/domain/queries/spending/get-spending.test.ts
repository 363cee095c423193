import assert from "node:assert/strict";
import { test } from "node:test";
import { issueCard, openAccount } from "@/server/domain/members";
import { getSpending } from "@/server/domain/queries";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { memberCaller, networkCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { insertDeclinedCopies } from "@/server/testing/factories/row-copies";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

/** By month: each currency's spent, held, and number of payments, and its merchants' names and amounts. */
async function spendingOf(tenant: TestTenant, card: TestCard, input: Partial<Parameters<typeof getSpending>[1]> = {}) {
  const months = await getSpending(memberCaller(tenant, card), { zone: "UTC", last: null, count: 1, ...input });
  return months.map(({ month, currencies, isPartial }) => {
    assert.equal(isPartial, false);
    const sums = currencies.map(({ currency, spentMinor, heldMinor, payments, merchants }) => [
      currency,
      ...[Number(spentMinor), Number(heldMinor), payments],
      merchants.map(({ merchant, spentMinor: minor, payments: count }) => [merchant, Number(minor), count]),
    ]);
    return [month.name, ...sums];
  });
}

test("captures count, increments included, less refunds; holds apart; the rest not at all", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const named = { merchantNameRaw: "Corner Shop" };
  const partly = await authorize(tenant, card, 50, named);
  await increment(tenant, partly.recordId, 10);
  await capture(tenant, partly.recordId, 35);
  await reverse(tenant, partly.recordId, 5, { kind: "refund" });
  const given = await authorize(tenant, card, 20, named);
  await capture(tenant, given.recordId);
  await reverse(tenant, given.recordId);
  const voided = await authorize(tenant, card, 9, named);
  await reverse(tenant, voided.recordId);
  await declineOf(tenant, card, 5_000, { reasonCode: "51", ...named });
  const merchant = await createTestMerchant(tenant);
  await createTestSale(merchant, { card, amount: 60 });
  const other = await createTestCard(tenant);
  await createTestSale(merchant, { card: other, amount: 7 });
  const own = ["Test Shop", 60_00, 1] as const;
  assert.deepEqual(await spendingOf(tenant, card), [
    ["2026-03", ["USD", 90_00, 25_00, 2, [[...own], ["Corner Shop", 30_00, 1]]]],
  ]);
  // The hold is overdue, but not swept.
  clock.advance(20 * 24 * 60 * 60 * 1_000);
  assert.deepEqual(await spendingOf(tenant, card), [
    ["2026-03", ["USD", 90_00, 0, 2, [[...own], ["Corner Shop", 30_00, 1]]]],
  ]);
  // A refund in the next month, of a payment of the month before.
  clock.advance(10 * 24 * 60 * 60 * 1_000);
  await reverse(tenant, partly.recordId, 30, { kind: "refund" });
  assert.deepEqual(await spendingOf(tenant, card, { count: 2 }), [
    ["2026-04"],
    ["2026-03", ["USD", 60_00, 0, 1, [[...own]]]],
  ]);
});

test("currencies are never added up, and a payment belongs to the month of the member's clock", async () => {
  withFakeClock("2026-03-31T23:30:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { id: accountId } = await openAccount(networkCaller(), {
    memberId: card.memberId,
    currency: "EUR",
    openingMinor: 100_00n,
  });
  const euroCard = { ...card, ...(await issueCard(networkCaller(), { accountId })), accountId };
  for (const [paying, currency, amounts] of [
    [card, "USD", [3]],
    [euroCard, "EUR", [1, 2]],
  ] as const) {
    for (const amount of amounts) {
      const { recordId } = await authorize(tenant, paying, amount, { currency, merchantNameRaw: "Kiosk" });
      await capture(tenant, recordId);
    }
  }
  const sums = [
    ["EUR", 3_00, 0, 2, [["Kiosk", 3_00, 2]]],
    ["USD", 3_00, 0, 1, [["Kiosk", 3_00, 1]]],
  ];
  assert.deepEqual(await spendingOf(tenant, card), [["2026-03", ...sums]]);
  assert.deepEqual(await spendingOf(tenant, card, { zone: "Europe/Berlin", count: 2 }), [
    ["2026-04", ...sums],
    ["2026-03"],
  ]);
  assert.deepEqual(await spendingOf(tenant, card, { last: "2025-12" }), [["2025-12"]]);
});

test("a month looks at 5,000 requests of an account, and says that there were more", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const paid = await authorize(tenant, card, 3);
  await capture(tenant, paid.recordId);
  clock.advance(1_000);
  const { recordId } = await authorize(tenant, card, 1);
  const partly = async () => {
    const [month] = await getSpending(memberCaller(tenant, card), { zone: "UTC", last: "2026-03", count: 1 });
    return [month?.isPartial, month?.currencies[0]?.spentMinor];
  };
  await insertDeclinedCopies(recordId, 4_998);
  assert.deepEqual(await partly(), [false, 3_00n]);
  await insertDeclinedCopies(recordId, 4_999, 4_999);
  assert.deepEqual(await partly(), [true, 0n]);
});
