import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  assertFigures,
  authorize,
  capture,
  increment,
  read,
  reverse,
} from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function createFamily() {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 200_00n });
  const { recordId: parent } = await authorize(tenant, card, 50);
  clock.advance(1_000);
  const { recordId: older } = await increment(tenant, parent, 30);
  clock.advance(1_000);
  const { recordId: younger } = await increment(tenant, parent, 20);
  clock.advance(1_000);
  return { clock, tenant, card, parent, older, younger };
}

async function ownFigures(ids: readonly string[]) {
  const rows = await getPrisma().authorization.findMany({ where: { id: { in: [...ids] } } });
  return ids.map((id) => {
    const row = rows.find((candidate) => candidate.id === id);
    return [row?.capturedMinor, row?.voidedMinor, row?.refundedMinor];
  });
}

test("the parent stands for the family: its figures include the increments, theirs are their own", async () => {
  const { tenant, card, parent, older, younger } = await createFamily();
  await assertFigures(tenant, parent, ["Authorization Approved", 100, 0, 0]);
  await assertFigures(tenant, older, ["Authorization Approved", 30, 0, 0]);
  await assertFigures(tenant, younger, ["Authorization Approved", 20, 0, 0]);
  await assertBalance(card.accountId, { postedMinor: 200_00n, heldMinor: 100_00n });
});

test("a capture of the parent draws the parent first, then its increments, oldest first", async () => {
  const { tenant, card, parent, older, younger } = await createFamily();
  assert.equal((await capture(tenant, parent, 40)).status, "partial");
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [40_00n, 0n, 0n],
    [0n, 0n, 0n],
    [0n, 0n, 0n],
  ]);
  await capture(tenant, parent, 25);
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [50_00n, 0n, 0n],
    [15_00n, 0n, 0n],
    [0n, 0n, 0n],
  ]);
  assert.equal((await capture(tenant, parent)).amountCaptured, 35);
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [50_00n, 0n, 0n],
    [30_00n, 0n, 0n],
    [20_00n, 0n, 0n],
  ]);
  await assertFigures(tenant, parent, ["Authorization Captured", 100, 100, 0]);
  await assertFigures(tenant, younger, ["Authorization Captured", 20, 20, 0]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("one capture of several holds is one transaction with a line for each", async () => {
  const { tenant, parent } = await createFamily();
  await capture(tenant, parent, 90);
  const lines = await getPrisma().capture.findMany({ where: { rootId: parent } });
  assert.deepEqual(lines.map(({ amountMinor }) => amountMinor).sort(), [10_00n, 30_00n, 50_00n]);
  assert.equal(new Set(lines.map(({ transactionId }) => transactionId)).size, 1);
  assert.equal(await getPrisma().posting.count({ where: { authorizationId: parent, kind: "capture" } }), 1);
});

test("a capture of an increment moves only that increment", async () => {
  const { tenant, parent, older, younger } = await createFamily();
  const partial = await capture(tenant, older, 10);
  assert.deepEqual([partial.status, partial.recordId], ["partial", older]);
  const refused = await expectError(
    tenant,
    contracts.captureAuthorization,
    { params: { id: older }, body: { amount: 20.01 } },
    { status: 409, code: "amount_exceeds_remaining_hold" },
  );
  const { remaining, capturable, refundable } = refused.error.details;
  assert.deepEqual([remaining, capturable, refundable], [20, 20, 10]);
  assert.equal((await capture(tenant, older)).status, "charged");
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [0n, 0n, 0n],
    [30_00n, 0n, 0n],
    [0n, 0n, 0n],
  ]);
  await assertFigures(tenant, older, ["Authorization Captured", 30, 30, 0]);
  await assertFigures(tenant, parent, ["Authorization Partially Captured", 100, 30, 0]);
  // The hold left on the parent and the younger increment.
  assert.equal((await capture(tenant, parent)).amountCaptured, 70);
  await assertBooksBalance();
});

test("a void of the parent draws the parent first, then its increments, oldest first", async () => {
  const { tenant, card, parent, older, younger } = await createFamily();
  assert.equal((await reverse(tenant, parent, 60)).status, "partial-reversed");
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [0n, 50_00n, 0n],
    [0n, 10_00n, 0n],
    [0n, 0n, 0n],
  ]);
  await assertFigures(tenant, parent, ["Authorization Partially Reversed", 100, 0, 60]);
  await assertBalance(card.accountId, { postedMinor: 200_00n, heldMinor: 40_00n });
  assert.equal((await reverse(tenant, parent)).amountReversed, 40);
  await assertFigures(tenant, parent, ["Authorization Reversed", 100, 0, 100]);
  await assertFigures(tenant, younger, ["Authorization Reversed", 20, 0, 20]);
  await assertBooksBalance();
});

test("a reverse of an increment voids or refunds only that increment", async () => {
  const { tenant, parent, older, younger } = await createFamily();
  assert.deepEqual(await statusAndAmount(reverse(tenant, younger)), ["reversed", 20]);
  await capture(tenant, older, 10);
  assert.deepEqual(await statusAndAmount(reverse(tenant, older)), ["reversed", 30]);
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [0n, 0n, 0n],
    [10_00n, 20_00n, 10_00n],
    [0n, 20_00n, 0n],
  ]);
  await assertFigures(tenant, parent, ["Authorization Partially Reversed", 100, 10, 50]);
  await assertBooksBalance();
});

async function statusAndAmount(reversed: ReturnType<typeof reverse>) {
  const { status, amountReversed } = await reversed;
  return [status, amountReversed];
}

test("a refund of the parent returns the oldest capture first, no matter which record it was drawn from", async () => {
  const { clock, tenant, parent, older, younger } = await createFamily();
  await capture(tenant, younger, 20);
  clock.advance(1_000);
  await capture(tenant, parent, 60);
  await reverse(tenant, parent, 30);
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [50_00n, 0n, 10_00n],
    [10_00n, 0n, 0n],
    [20_00n, 0n, 20_00n],
  ]);
  await assertFigures(tenant, parent, ["Authorization Partially Captured", 100, 80, 30]);
  await assertBooksBalance();
});

test("a refund of one capture gives back the parent's part of it first, also within one millisecond", async () => {
  const { tenant, parent, older, younger } = await createFamily();
  await capture(tenant, parent, 50);
  await capture(tenant, parent, 50);
  for (const amount of [40, 25, 20]) await reverse(tenant, parent, amount);
  assert.deepEqual(await ownFigures([parent, older, younger]), [
    [50_00n, 0n, 50_00n],
    [30_00n, 0n, 30_00n],
    [20_00n, 0n, 5_00n],
  ]);
});

test("increments of one millisecond are drawn in the order they were made", async () => {
  const { tenant, card } = await createFamily();
  const { recordId: id } = await authorize(tenant, card, 1);
  const made = [];
  for (let i = 0; i < 5; i += 1) made.push((await increment(tenant, id, 1)).recordId);
  for (const [i, child] of made.entries()) {
    await capture(tenant, id, i === 0 ? 2 : 1);
    assert.deepEqual(await ownFigures([child]), [[1_00n, 0n, 0n]]);
  }
});

test("acknowledged shows on whom a capture drew, and on the parent", async () => {
  const { tenant, parent, older, younger } = await createFamily();
  await capture(tenant, older, 5);
  const acknowledged = await Promise.all(
    [parent, older, younger].map(async (id) => (await read(tenant, id)).acknowledged),
  );
  assert.deepEqual(acknowledged, ["2026-03-02T10:00:03.000Z", "2026-03-02T10:00:03.000Z", null]);
});
