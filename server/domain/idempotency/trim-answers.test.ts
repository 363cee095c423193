import assert from "node:assert/strict";
import { test } from "node:test";
import { captureAuthorization, createAuthorization } from "@/server/contracts/authorizations";
import { createPaymentCode } from "@/server/contracts/payment-codes";
import { getPrisma } from "@/server/db/prisma";
import { call, expectError } from "@/server/testing/api-client";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { createTestCard } from "@/server/testing/cards";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/tenants";
import { trimAnswers } from ".";

withTestDatabase();

const EXPIRED = { status: 409, code: "idempotency_answer_expired" } as const;

test("after 30 days the answer is forgotten, and a repeat is refused without doing anything", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const authorized = { body: { panToken: card.panToken, amount: 30 }, idempotencyKey: "order-1" };
  const { body } = await call(tenant, createAuthorization, authorized);
  assert.ok(body.status === "approved");
  const captured = { params: { id: body.recordId }, body: { amount: 10 }, idempotencyKey: "capture-1" };
  await call(tenant, captureAuthorization, captured);
  const minted = { body: { member: card.memberId }, idempotencyKey: "code-1" };
  await call(tenant, createPaymentCode, minted);
  clock.advance(30 * DAY_MS);
  assert.equal(await trimAnswers({ now: clock.now() }), 0, "30 days are not over");
  assert.equal((await call(tenant, captureAuthorization, captured)).headers.get("idempotent-replayed"), "true");
  clock.advance(1);
  assert.equal(await trimAnswers({ now: clock.now() }), 3);
  assert.equal(await trimAnswers({ now: clock.now() }), 0);
  const before = await getPrisma().idempotencyKey.findMany({ orderBy: { key: "asc" } });
  assert.deepEqual(
    before.map(({ key, status, body, isEncrypted }) => [key, status, body, isEncrypted]),
    [
      ["capture-1", 200, null, false],
      ["code-1", 201, null, false],
      ["order-1", 201, null, false],
    ],
  );
  await expectError(tenant, createAuthorization, authorized, EXPIRED);
  await expectError(tenant, captureAuthorization, captured, EXPIRED);
  await expectError(tenant, createPaymentCode, minted, EXPIRED);
  const other = { ...authorized, body: { ...authorized.body, amount: 31 } };
  await expectError(tenant, createAuthorization, other, { status: 422, code: "idempotency_key_reused" });
  assert.equal(await getPrisma().authorization.count(), 1);
  assert.equal(await getPrisma().paymentCode.count(), 1);
  await assertBalance(card.accountId, { postedMinor: 90_00n, heldMinor: 20_00n });
  await assertBooksBalance();
});

test("more than a batch is trimmed in one call, by several at once each answer once", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const rows = Array.from({ length: 2_500 }, (_, i) => ({
    scope: "tenant:many:test",
    key: `key-${i}`,
    fingerprint: "f",
    status: 201,
    body: "{}",
    createdAt: clock.now(),
  }));
  await getPrisma().idempotencyKey.createMany({ data: rows });
  clock.advance(31 * DAY_MS);
  const counts = await Promise.all([1, 2, 3].map(() => trimAnswers({ now: clock.now() })));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    2_500,
  );
});
