import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { read } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold } from "@/server/testing/factories/transactions";
import { listStoredEvents } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const START = new Date("2026-03-02T10:00:00.000Z");

test("an authorization holds for seven days and moves no money; both surfaces show it", async () => {
  withFakeClock(START.toISOString());
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant, { mcc: "5411" });
  const card = await createTestCard(tenant);
  const { status, body } = await call(merchant, authorizeTransaction, {
    body: { amount: 42.5, paymentMethod: card.panToken, merchantReference: "order-1" },
  });
  const { authorizationId, recordId, approvalCode, ...rest } = body;
  assert.equal(status, 200);
  assert.deepEqual(rest, {
    approved: true,
    status: "Authorization Approved",
    authorizedAmount: 42.5,
    expiresAt: new Date(START.getTime() + 7 * DAY_MS).toISOString(),
    riskScore: 10,
    reasonCode: null,
    reasonMessage: null,
    details: null,
    matchWords: null,
    merchantReference: "order-1",
    metadata: null,
  });
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 42_50n });
  const record = await read(tenant, authorizationId ?? "");
  assert.deepEqual(
    [record.recordId, record.merchant, record.mcc, record.mode, record.approvalCode, record.amount],
    [recordId, merchant.id, "5411", "04", approvalCode, 42.5],
  );
  assert.deepEqual(
    (await listStoredEvents(tenant)).map(({ type }) => type),
    ["authorization.approved"],
  );
  await assertBooksBalance();
});

test("a payment code holds as a card does, and is used", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const code = await createTestCode(tenant);
  const paymentMethod = { type: "paymentCode", paymentCode: code.code, pin: code.pin } as const;
  const first = await call(merchant, authorizeTransaction, { body: { amount: 5, paymentMethod } });
  assert.deepEqual([first.body.approved, first.body.status], [true, "Authorization Approved"]);
  await assertBalance(code.card.accountId, { postedMinor: 1_000_00n, heldMinor: 5_00n });
  const second = await call(merchant, authorizeTransaction, { body: { amount: 5, paymentMethod } });
  assert.deepEqual([second.body.approved, second.body.reasonCode], [false, "65"]);
  await assertBooksBalance();
});

test("a decline is a 200 with approved false; it is recorded", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { perTransactionLimitMinor: 10_00n });
  const { status, body } = await call(merchant, authorizeTransaction, {
    body: { amount: 11, paymentMethod: card.panToken },
  });
  assert.deepEqual(
    [status, body.approved, body.status, body.authorizedAmount, body.expiresAt, body.approvalCode, body.reasonCode],
    [200, false, "Authorization Declined", 0, null, null, "61"],
  );
  const authorizationNumber = body.authorizationId ?? "";
  const row = await getPrisma().authorization.findFirstOrThrow({ where: { authorizationNumber } });
  assert.deepEqual([row.outcome, row.merchantId, row.amountMinor], ["declined", merchant.id, 11_00n]);
  await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 0n });
});

test("an unknown token is a 422, an error that fires nothing", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const options = { body: { amount: 1, paymentMethod: "1111111111111111Z" } };
  await expectError(merchant, authorizeTransaction, options, { status: 422, code: "14" });
  assert.deepEqual(await listStoredEvents(tenant), []);
});

test("holds of one card at several merchants share its funds", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const merchants = [await createTestMerchant(tenant), await createTestMerchant(await createTestTenant())] as const;
  for (const merchant of merchants) await createTestMerchantHold(merchant, { card, amount: 50 });
  const options = { body: { amount: 0.01, paymentMethod: card.panToken } };
  assert.equal((await call(merchants[0], authorizeTransaction, options)).body.reasonCode, "51");
  await assertBooksBalance();
});
