import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { getBalance } from "@/server/domain/ledger";
import { AccountId, type MerchantId } from "@/server/platform/noun-ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { amountsLeft, assertFigures, authorize, capture, read } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function merchantBalance(merchantId: MerchantId, currency = "USD"): Promise<bigint> {
  const account = await getPrisma().account.findFirstOrThrow({ where: { merchantId, currency } });
  return (await getBalance(AccountId.parse(account.id))).postedMinor;
}

test("several captures take the hold bit by bit, member to merchant", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_00n });
  assert.deepEqual(await statusAndAmount(capture(tenant, id, 20.5)), ["partial", 20.5]);
  await assertFigures(tenant, id, ["Authorization Partially Captured", 60, 20.5, 0]);
  await assertBalance(card.accountId, { postedMinor: 79_50n, heldMinor: 39_50n });
  assert.deepEqual(await statusAndAmount(capture(tenant, id, 0.01)), ["partial", 0.01]);
  assert.deepEqual(await statusAndAmount(capture(tenant, id)), ["charged", 39.49]);
  await assertFigures(tenant, id, ["Authorization Captured", 60, 60, 0]);
  await assertBalance(card.accountId, { postedMinor: 40_00n, heldMinor: 0n });
  assert.equal(await merchantBalance(tenant.merchantId), 60_00n);
  assert.equal(await getPrisma().capture.count({ where: { rootId: id } }), 3);
  await assertBooksBalance();
});

async function statusAndAmount(captured: ReturnType<typeof capture>) {
  const { status, amountCaptured } = await captured;
  return [status, amountCaptured];
}

test("a capture above what is left is refused with what is left and takes nothing", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 20);
  const refused = await expectError(
    tenant,
    contracts.captureAuthorization,
    { params: { id }, body: { amount: 40.01 } },
    { status: 409, code: "amount_exceeds_remaining_hold" },
  );
  const allowed = ["Authorization Approved", "Authorization Partially Captured", "Authorization Partially Reversed"];
  const left = { status: "Authorization Partially Captured", allowed, ...amountsLeft(40, 20) };
  assert.deepEqual([refused.error.field, refused.error.details], ["amount", { ...left, remaining: 40 }]);
  await assertFigures(tenant, id, ["Authorization Partially Captured", 60, 20, 0]);
  assert.equal((await capture(tenant, id, 40)).status, "charged");
  await assertBooksBalance();
});

test("an answer acknowledges its own capture, the record the first", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: id } = await authorize(tenant, card, 60);
  assert.equal((await read(tenant, id)).acknowledged, null);
  clock.advance(60_000);
  assert.equal((await capture(tenant, id, 20)).acknowledged, "2026-03-02T10:01:00.000Z");
  clock.advance(60_000);
  const second = await capture(tenant, id, 20);
  assert.deepEqual([second.acknowledged, second.settled], ["2026-03-02T10:02:00.000Z", null]);
  assert.equal((await read(tenant, id)).acknowledged, "2026-03-02T10:01:00.000Z");
});

test("a refused capture, and a void, open no account for the merchant", async () => {
  const tenant = await createTestTenant();
  const { recordId: id } = await authorize(tenant, await createTestCard(tenant), 60);
  const options = { params: { id }, body: { amount: 1.001 } };
  await expectError(tenant, contracts.captureAuthorization, options, { status: 400, code: "validation_error" });
  await call(tenant, contracts.reverseAuthorization, { params: { id } });
  assert.equal(await getPrisma().account.count({ where: { merchantId: tenant.merchantId } }), 0);
});

test("yen and dinar are captured in their own decimals", async () => {
  const tenant = await createTestTenant();
  const yen = await createTestCard(tenant, { currency: "JPY", fundsMinor: 1_000n });
  const dinar = await createTestCard(tenant, { currency: "KWD", fundsMinor: 10_000n });
  const inYen = await authorize(tenant, yen, 700, { currency: "JPY" });
  const inDinar = await authorize(tenant, dinar, 7.125, { currency: "KWD" });
  await expectError(
    tenant,
    contracts.captureAuthorization,
    { params: { id: inYen.recordId }, body: { amount: 1.5 } },
    { status: 400, code: "validation_error" },
  );
  assert.equal((await capture(tenant, inYen.recordId, 300)).amountCaptured, 300);
  assert.equal((await capture(tenant, inDinar.recordId, 0.125)).amountCaptured, 0.125);
  await assertBalance(yen.accountId, { postedMinor: 700n, heldMinor: 400n });
  await assertBalance(dinar.accountId, { postedMinor: 9_875n, heldMinor: 7_000n });
  assert.deepEqual(
    [await merchantBalance(tenant.merchantId, "JPY"), await merchantBalance(tenant.merchantId, "KWD")],
    [300n, 125n],
  );
  await assertBooksBalance();
});

test("a member within its credit limit is captured below zero", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 10_00n, creditLimitMinor: 40_00n });
  const { recordId: id } = await authorize(tenant, card, 50);
  await capture(tenant, id);
  await assertBalance(card.accountId, { postedMinor: -40_00n, heldMinor: 0n });
  await assertBooksBalance();
});
