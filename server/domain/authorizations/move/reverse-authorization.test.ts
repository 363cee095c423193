import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { assertFigures, authorize, capture, declineOf, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function withHold(amount: number) {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, amount);
  return { tenant, card, id };
}

async function refundsOfCaptures(rootId: string): Promise<[bigint, bigint][]> {
  const captures = await getPrisma().capture.findMany({
    where: { rootId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return captures.map(({ amountMinor, refundedMinor }) => [amountMinor, refundedMinor]);
}

test("voids in parts free the hold bit by bit", async () => {
  const { tenant, card, id } = await withHold(60);
  const first = await reverse(tenant, id, 10);
  assert.deepEqual([first.status, first.amountReversed, first.reasonCode], ["partial-reversed", 10, "RV02"]);
  await assertFigures(tenant, id, ["Authorization Partially Reversed", 60, 0, 10]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 50_00n });
  const rest = await reverse(tenant, id, 50, { reason: "RV01" });
  assert.deepEqual([rest.status, rest.amountReversed, rest.reasonCode], ["reversed", 50, "RV01"]);
  await assertFigures(tenant, id, ["Authorization Reversed", 60, 0, 60]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  const reversals = await getPrisma().reversal.findMany({ where: { rootId: id }, orderBy: { createdAt: "asc" } });
  assert.deepEqual(
    reversals.map(({ voidedMinor, refundedMinor, reasonCode }) => [voidedMinor, refundedMinor, reasonCode]),
    [
      [10_00n, 0n, "RV02"],
      [50_00n, 0n, "RV01"],
    ],
  );
  await assertBooksBalance();
});

test("a voided hold can be captured only as far as it still stands", async () => {
  const { tenant, id } = await withHold(60);
  await reverse(tenant, id, 45);
  const body = { amount: 15.01 };
  const expected = { status: 409, code: "amount_exceeds_remaining_hold" } as const;
  await expectError(tenant, contracts.captureAuthorization, { params: { id }, body }, expected);
  assert.equal((await capture(tenant, id, 15)).status, "charged");
  await assertFigures(tenant, id, ["Authorization Captured", 60, 15, 45]);
});

test("refunds take the oldest capture first", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, card, id } = await withHold(60);
  for (const amount of [20, 30, 10]) {
    await capture(tenant, id, amount);
    clock.advance(1_000);
  }
  const first = await reverse(tenant, id, 25, { reason: "RV05" });
  assert.deepEqual([first.status, first.amountReversed], ["partial-reversed", 25]);
  assert.deepEqual(await refundsOfCaptures(id), [
    [20_00n, 20_00n],
    [30_00n, 5_00n],
    [10_00n, 0n],
  ]);
  await assertFigures(tenant, id, ["Authorization Partially Refunded", 60, 60, 25]);
  await assertBalance(card.accountId, { postedMinor: 65_00n, heldMinor: 0n });
  assert.equal((await reverse(tenant, id)).status, "reversed");
  await assertFigures(tenant, id, ["Authorization Reversed", 60, 60, 60]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("without an amount a partly captured hold is refunded and voided at once", async () => {
  const { tenant, card, id } = await withHold(60);
  await capture(tenant, id, 20);
  const all = await reverse(tenant, id);
  assert.deepEqual([all.status, all.amountReversed], ["reversed", 60]);
  await assertFigures(tenant, id, ["Authorization Reversed", 60, 20, 60]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  const [reversal] = await getPrisma().reversal.findMany({ where: { rootId: id } });
  assert.deepEqual([reversal?.voidedMinor, reversal?.refundedMinor], [40_00n, 20_00n]);
  await assertBooksBalance();
});

test("an amount covered by captures is a refund; the hold left can still be captured", async () => {
  const { tenant, card, id } = await withHold(60);
  await capture(tenant, id, 20);
  const refused = await expectError(
    tenant,
    contracts.reverseAuthorization,
    { params: { id }, body: { amount: 40.01 } },
    { status: 409, code: "amount_exceeds_reversible" },
  );
  const { status, reversible, kind, ...left } = refused.error.details;
  assert.deepEqual([status, reversible, kind], ["Authorization Partially Captured", 60, null]);
  assert.match(refused.error.message, /kind void, up to 40 can be; of kind refund, up to 20/);
  assert.deepEqual([left.capturable, left.voidable, left.refundable], [40, 40, 20]);
  assert.equal((await reverse(tenant, id, 20)).status, "partial-reversed");
  await assertFigures(tenant, id, ["Authorization Partially Reversed", 60, 20, 20]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 40_00n });
  assert.equal((await capture(tenant, id)).status, "charged");
  await assertFigures(tenant, id, ["Authorization Partially Refunded", 60, 60, 20]);
  await assertBooksBalance();
});

test("a partial capture's hold that is left, or everything, can be asked for by its amount alone", async () => {
  const cases = [
    { amount: 6, refundFirst: 0, figures: ["Authorization Captured", 10, 4, 6], held: 0n, posted: 96_00n },
    { amount: 10, refundFirst: 0, figures: ["Authorization Reversed", 10, 4, 10], held: 0n, posted: 100_00n },
    { amount: 6, refundFirst: 4, figures: ["Authorization Reversed", 10, 4, 10], held: 0n, posted: 100_00n },
    { amount: 5, refundFirst: 0, figures: ["Authorization Partially Captured", 10, 4, 5], held: 1_00n, posted: 96_00n },
  ] as const;
  for (const { amount, refundFirst, figures, held, posted } of cases) {
    const { tenant, card, id } = await withHold(10);
    await capture(tenant, id, 4);
    if (refundFirst) await reverse(tenant, id, refundFirst);
    assert.equal((await reverse(tenant, id, amount)).amountReversed, amount);
    await assertFigures(tenant, id, [...figures]);
    await assertBalance(card.accountId, { postedMinor: posted, heldMinor: held });
  }
  await assertBooksBalance();
});

test("an expired hold's captured money still goes back, a mere hold does not", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, card, id } = await withHold(60);
  const held = await authorize(tenant, card, 40);
  await capture(tenant, id, 25);
  clock.advance(7 * DAY_MS);
  const expired = await expectError(
    tenant,
    contracts.reverseAuthorization,
    { params: { id: held.recordId } },
    { status: 409, code: "authorization_not_reversible" },
  );
  assert.equal(expired.error.details.status, "Authorization Expired");
  const refunded = await reverse(tenant, id);
  assert.deepEqual([refunded.status, refunded.amountReversed], ["reversed", 25]);
  await assertFigures(tenant, id, ["Authorization Reversed", 60, 25, 25]);
  // Neither hold has been swept yet.
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 75_00n });
  await assertBooksBalance();
});

test("declined or reversed authorizations can't be reversed again", async () => {
  const { tenant, card, id } = await withHold(60);
  await reverse(tenant, id);
  const declined = await declineOf(tenant, card, 100.01, { reasonCode: "51" });
  const cases = [
    { id, status: "Authorization Reversed" },
    { id: declined.recordId ?? "", status: "Authorization Declined" },
  ];
  for (const { id: refusedId, status } of cases) {
    const refused = await expectError(
      tenant,
      contracts.reverseAuthorization,
      { params: { id: refusedId } },
      { status: 409, code: "authorization_not_reversible" },
    );
    assert.equal(refused.error.details.status, status);
  }
});
