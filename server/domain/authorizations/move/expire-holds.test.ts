import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  assertFigures,
  authorize,
  capture,
  declineOf,
  increment,
} from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { expireHolds } from "./expire-holds";

withTestDatabase();

async function withAccount(fundsMinor = 100_00n) {
  // Otherwise, holds left by earlier tests would be swept too.
  await expireHolds({ now: new Date("2999-01-01T00:00:00.000Z") });
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor });
  return { clock, tenant, card };
}

test("an overdue hold reads as expired and is not captured, before any sweep", async () => {
  const { clock, tenant, card } = await withAccount();
  const { recordId: id, expires } = await authorize(tenant, card, 60);
  assert.equal(expires, "2026-03-09T10:00:00.000Z");
  clock.advance(7 * DAY_MS - 1);
  await assertFigures(tenant, id, ["Authorization Approved", 60, 0, 0]);
  clock.advance(1);
  await assertFigures(tenant, id, ["Authorization Expired", 60, 0, 0]);
  const refused = await expectError(
    tenant,
    contracts.captureAuthorization,
    { params: { id } },
    { status: 409, code: "authorization_not_capturable" },
  );
  assert.equal(refused.error.details.status, "Authorization Expired");
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_00n });
});

test("a sweep frees what is overdue of each family, and only that; a second one finds nothing", async () => {
  const { clock, tenant, card } = await withAccount();
  const family = await authorize(tenant, card, 20);
  await increment(tenant, family.recordId, 10);
  await capture(tenant, family.recordId, 25);
  const short = await authorize(tenant, card, 8, { mode: "01" });
  clock.advance(3 * DAY_MS);
  const young = await authorize(tenant, card, 5);
  assert.equal(await expireHolds({ now: clock.now() }), 1);
  await assertFigures(tenant, short.recordId, ["Authorization Expired", 8, 0, 0]);
  await assertBalance(card.accountId, { postedMinor: 75_00n, heldMinor: 10_00n });
  clock.advance(4 * DAY_MS);
  assert.equal(await expireHolds({ now: clock.now() }), 1);
  assert.equal(await expireHolds({ now: clock.now() }), 0);
  await assertFigures(tenant, family.recordId, ["Authorization Captured", 30, 25, 0]);
  await assertFigures(tenant, young.recordId, ["Authorization Approved", 5, 0, 0]);
  await assertBalance(card.accountId, { postedMinor: 75_00n, heldMinor: 5_00n });
  await assertBooksBalance();
});

test("a sweep of one account leaves the others", async () => {
  const { clock, tenant, card } = await withAccount();
  const other = await createTestCard(tenant, { fundsMinor: 50_00n });
  await authorize(tenant, card, 60);
  await authorize(tenant, other, 40);
  clock.advance(7 * DAY_MS);
  assert.equal(await expireHolds({ now: clock.now(), accountId: card.accountId }), 1);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  await assertBalance(other.accountId, { postedMinor: 50_00n, heldMinor: 40_00n });
  assert.equal(await expireHolds({ now: clock.now() }), 1);
});

test("simultaneous sweeps expire each family once", async () => {
  const { clock, tenant, card } = await withAccount(500_00n);
  for (let i = 0; i < 20; i += 1) await authorize(tenant, card, 10);
  clock.advance(7 * DAY_MS);
  const counts = await Promise.all(Array.from({ length: 4 }, () => expireHolds({ now: clock.now() })));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    20,
  );
  await assertBalance(card.accountId, { postedMinor: 500_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a decision expires the account's overdue holds, of all its cards, before it answers 51", async () => {
  const { clock, tenant, card } = await withAccount();
  const { recordId: id } = await authorize(tenant, card, 60);
  clock.advance(7 * DAY_MS);
  await declineOf(tenant, card, 100.01, { reasonCode: "51" });
  // Expiring the hold couldn't have changed the answer, so the request left it alone.
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_00n });
  await authorize(tenant, card, 100);
  await assertFigures(tenant, id, ["Authorization Expired", 60, 0, 0]);
  await assertBooksBalance();
});

test("an increment expires the account's other overdue holds before it answers 51", async () => {
  const { clock, tenant, card } = await withAccount();
  await authorize(tenant, card, 60);
  clock.advance(5 * DAY_MS);
  const { recordId: id } = await authorize(tenant, card, 40);
  clock.advance(2 * DAY_MS);
  const { status } = await call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 60 } });
  assert.equal(status, 201);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 100_00n });
  await assertBooksBalance();
});

test("a decision refused by another rule expires nothing", async () => {
  const { clock, tenant, card } = await withAccount();
  await authorize(tenant, card, 60);
  clock.advance(7 * DAY_MS);
  await declineOf(tenant, card, 100, { reasonCode: "57", currency: "EUR" });
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_00n });
});

test("lodging is held for 30 days", async () => {
  const { clock, tenant, card } = await withAccount();
  const { recordId: id, expires } = await authorize(tenant, card, 60, { mcc: "7011", mode: "01" });
  assert.equal(expires, "2026-04-01T10:00:00.000Z");
  clock.advance(29 * DAY_MS);
  assert.equal(await expireHolds({ now: clock.now() }), 0);
  assert.equal((await capture(tenant, id)).status, "charged");
});
