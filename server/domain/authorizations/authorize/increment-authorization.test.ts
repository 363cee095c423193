import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  amountsLeft,
  assertFigures,
  authorize,
  capture,
  declineOf,
  increment,
  read,
  reverse,
} from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function withHold(amount: number) {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, amount, { mode: "02", mcc: "5411", channel: "e-commerce" });
  return { tenant, card, id };
}

async function refusedIncrement(tenant: TestTenant, id: string) {
  const refused = await expectError(
    tenant,
    contracts.incrementAuthorization,
    { params: { id }, body: { amount: 1 } },
    { status: 409, code: "authorization_not_incrementable" },
  );
  return refused.error.details;
}

const allowed = ["Authorization Approved"];

test("an increment is an authorization of its own that names its parent and inherits from it", async () => {
  const { tenant, card, id } = await withHold(60);
  const child = await increment(tenant, id, 30);
  assert.equal(child.parentAuthorization, id);
  const parentRecord = await read(tenant, id);
  const record = await read(tenant, child.authorizationId);
  assert.equal(record.recordId, child.recordId);
  assert.notEqual(record.authorizationId, parentRecord.authorizationId);
  assert.equal(record.approvalCode, child.approvalCode);
  const { card: cardId, merchant, mcc, mode, channel, currency } = parentRecord;
  assert.deepEqual(
    [record.card, record.merchant, record.mcc, record.mode, record.channel, record.currency],
    [cardId, merchant, mcc, mode, channel, currency],
  );
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 90_00n });
  await assertBooksBalance();
});

test("a refused increment is recorded and leaves the hold as it was", async () => {
  const { tenant, card, id } = await withHold(60);
  const { status, body } = await call(tenant, contracts.incrementAuthorization, {
    params: { id },
    body: { amount: 40.01 },
  });
  assert.equal(status, 200);
  assert.ok(body.status === "declined");
  assert.deepEqual([body.reasonCode, body.amount], ["51", 40.01]);
  await assertFigures(tenant, id, ["Authorization Approved", 60, 0, 0]);
  await assertFigures(tenant, body.recordId ?? "", ["Authorization Declined", 40.01, 0, 0]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_00n });
  const row = await getPrisma().authorization.findUniqueOrThrow({ where: { id: body.recordId ?? "" } });
  assert.deepEqual([row.parentId, row.outcome, row.responseCode], [id, "declined", "51"]);
  await increment(tenant, id, 40);
  await assertBooksBalance();
});

test("only an untouched approved authorization is incremented; a refusal says the status and the allowed", async () => {
  const { tenant, card, id } = await withHold(20);
  const captured = await authorize(tenant, card, 20);
  await capture(tenant, captured.recordId, 5);
  const voided = await authorize(tenant, card, 20);
  await reverse(tenant, voided.recordId, 5);
  const declined = await declineOf(tenant, card, 1_000, { reasonCode: "51" });
  const whole = await authorize(tenant, card, 10);
  await capture(tenant, whole.recordId);
  const cases = [
    { refusedId: captured.recordId, status: "Authorization Partially Captured", left: amountsLeft(15, 5) },
    { refusedId: voided.recordId, status: "Authorization Partially Reversed", left: amountsLeft(15, 0) },
    { refusedId: declined.recordId ?? "", status: "Authorization Declined", left: amountsLeft(0, 0) },
    { refusedId: whole.recordId, status: "Authorization Captured", left: amountsLeft(0, 10) },
  ];
  for (const { refusedId, status, left } of cases) {
    assert.deepEqual(await refusedIncrement(tenant, refusedId), { status, allowed, ...left, isIncrement: false });
  }
  const child = await increment(tenant, id, 1);
  const refused = {
    status: "Authorization Approved",
    allowed: [],
    ...amountsLeft(1, 0),
    isIncrement: true,
    parentAuthorization: id,
  };
  assert.deepEqual(await refusedIncrement(tenant, child.recordId), refused);
  await assertBooksBalance();
});

test("a captured increment ends the parent's being incremented, for the family is partially captured", async () => {
  const { tenant, id } = await withHold(20);
  const child = await increment(tenant, id, 5);
  await capture(tenant, child.recordId, 1);
  const refused = { status: "Authorization Partially Captured", allowed, ...amountsLeft(24, 1), isIncrement: false };
  assert.deepEqual(await refusedIncrement(tenant, id), refused);
});

test("an expired authorization is not incremented, not even with funds to spare", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, id } = await withHold(20);
  clock.advance(7 * DAY_MS);
  const refused = { status: "Authorization Expired", allowed, ...amountsLeft(0, 0), isIncrement: false };
  assert.deepEqual(await refusedIncrement(tenant, id), refused);
});

test("an increment moves the expiry of the whole family on", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, id } = await withHold(20);
  clock.advance(4 * DAY_MS);
  const older = await increment(tenant, id, 5);
  assert.equal(older.expires, "2026-03-13T10:00:00.000Z");
  clock.advance(6 * DAY_MS);
  const younger = await increment(tenant, id, 5);
  assert.equal(younger.expires, "2026-03-19T10:00:00.000Z");
  for (const member of [id, older.recordId, younger.recordId]) {
    assert.equal((await read(tenant, member)).expires, "2026-03-19T10:00:00.000Z");
  }
  clock.advance(7 * DAY_MS - 1);
  await assertFigures(tenant, id, ["Authorization Approved", 30, 0, 0]);
  clock.advance(1);
  await assertFigures(tenant, id, ["Authorization Expired", 30, 0, 0]);
  await assertFigures(tenant, older.recordId, ["Authorization Expired", 5, 0, 0]);
});

test("a refused increment does not move the expiry", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant, id } = await withHold(20);
  clock.advance(DAY_MS);
  await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 500 } });
  assert.equal((await read(tenant, id)).expires, "2026-03-09T10:00:00.000Z");
});
