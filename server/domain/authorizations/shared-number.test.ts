import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { captureAuthorization } from "@/server/contracts/rest/capture-authorization";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import {
  assertFigures,
  authorize,
  capture,
  declineOf,
  increment,
  read,
} from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function startOver(): Promise<void> {
  await queryTestDatabase("SELECT setval('authorization_number_seq', 1, false)");
}

async function authorizeFirst(tenant: TestTenant, card: TestCard) {
  await startOver();
  return authorize(tenant, card, 10);
}

test("a number of two recent authorizations moves no money of either, and their record ids do", async () => {
  const tenant = await createTestTenant();
  const [one, other] = [await createTestCard(tenant), await createTestCard(tenant)];
  const before = await authorizeFirst(tenant, one);
  const after = await authorizeFirst(tenant, other);
  const id = after.authorizationId;
  assert.equal(before.authorizationId, id);
  const params = { id };
  const expected = { status: 409, code: "authorization_ambiguous" } as const;
  await expectError(tenant, captureAuthorization, { params, body: {} }, expected);
  await expectError(tenant, contracts.incrementAuthorization, { params, body: { amount: 1 } }, expected);
  await expectError(tenant, contracts.reverseAuthorization, { params, body: {} }, expected);
  assert.equal((await read(tenant, id)).recordId, after.recordId, "a look finds the newest");
  await capture(tenant, before.recordId);
  await assertFigures(tenant, before.recordId, ["Authorization Captured", 10, 10, 0]);
  await assertFigures(tenant, after.recordId, ["Authorization Approved", 10, 0, 0]);
  await assertBooksBalance();
});

test("a number names one authorization, beside foreign, declined, and old ones that can't be refunded", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const stranger = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const old = await authorizeFirst(tenant, card);
  clock.advance(38 * DAY_MS);
  await startOver();
  await declineOf(tenant, card, 1_000, { reasonCode: "51" });
  await authorizeFirst(stranger, await createTestCard(stranger));
  clock.advance(1_000);
  const { recordId, authorizationId } = await authorizeFirst(tenant, card);
  assert.equal(authorizationId, old.authorizationId);
  await capture(tenant, authorizationId);
  await assertFigures(tenant, recordId, ["Authorization Captured", 10, 10, 0]);
  const options = { params: { id: authorizationId }, body: {} };
  const expected = { status: 409, code: "authorization_ambiguous" } as const;
  await expectError(tenant, contracts.reverseAuthorization, options, expected);
});

test("a hold prolonged by increments may be meant for as much longer", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  await startOver();
  const hotel = await authorize(tenant, card, 10, { mcc: "7011" });
  clock.advance(25 * DAY_MS);
  await increment(tenant, hotel.recordId, 1);
  clock.advance(15 * DAY_MS);
  const { authorizationId: id } = await authorizeFirst(tenant, card);
  const expected = { status: 409, code: "authorization_ambiguous" } as const;
  await expectError(tenant, captureAuthorization, { params: { id }, body: {} }, expected);
  await capture(tenant, hotel.recordId);
});

test("a repeat draws no number", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const drawn = async () => (await queryTestDatabase("SELECT last_value FROM authorization_number_seq"))[0];
  const idempotencyKey = "once";
  const body = { panToken: card.panToken, amount: 1 };
  const first = await call(tenant, contracts.createAuthorization, { body, idempotencyKey });
  const before = await drawn();
  const again = await call(tenant, contracts.createAuthorization, { body, idempotencyKey });
  assert.deepEqual(again.body, first.body);
  assert.deepEqual(await drawn(), before);
});
