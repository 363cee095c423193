import assert from "node:assert/strict";
import { test } from "node:test";
import * as codes from "@/server/contracts/rest/merchant-payment-codes";
import type { OperationContract } from "@/server/contracts/rest/operation";
import * as contracts from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, suspendTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

async function withMoney() {
  const merchant = await createTestMerchant(await createTestTenant(), { isSameDayReversalEnabled: true });
  const card = await createTestCard(merchant.tenant);
  const holds = [
    await createTestMerchantHold(merchant, { card, amount: 50 }),
    await createTestMerchantHold(merchant, { card, amount: 50 }),
  ] as const;
  const sales = [await createTestSale(merchant, { card }), await createTestSale(merchant, { card })] as const;
  return { merchant, card, holds, sales };
}

/** Every way for a merchant to take new money from a member of this tenant or another. */
async function newMoney(issuer: TestMerchant["tenant"]): Promise<readonly (readonly [OperationContract, object])[]> {
  const { panToken } = await createTestCard(issuer);
  const code = async () => (await createTestMemberCode(issuer, { allowRecurring: true })).code;
  return [
    [contracts.authorizeTransaction, { paymentMethod: panToken }],
    [contracts.sellTransaction, { paymentMethod: panToken }],
    [contracts.sellTransaction, { paymentMethod: { type: "paymentCode", paymentCode: await code() } }],
    [codes.sellPaymentCode, { paymentCode: await code() }],
    [codes.chargePaymentCode, { paymentCode: await code() }],
  ];
}

async function assertOldMoneyMoves({ merchant, card, holds, sales }: Awaited<ReturnType<typeof withMoney>>) {
  const { authorizationId } = holds[1];
  await call(merchant, contracts.captureTransaction, { body: { authorizationId: holds[0].authorizationId } });
  await call(merchant, contracts.voidTransaction, { body: { authorizationId } });
  await call(merchant, contracts.refundTransaction, { body: { transactionId: sales[0].transactionId, amount: 5 } });
  await call(merchant, contracts.reverseTransaction, { body: { transactionId: sales[1].transactionId } });
  await call(merchant, contracts.getTransaction, { body: { transactionId: sales[0].transactionId } });
  await assertBalance(card.accountId, { postedMinor: 895_00n, heldMinor: 0n });
  await assertBooksBalance();
}

test("a suspended merchant is declined with 03, and can still capture, void, refund and reverse", async () => {
  const money = await withMoney();
  const { merchant } = money;
  await suspendTestMerchant(merchant);
  for (const issuer of [merchant.tenant, await createTestTenant()]) {
    for (const [operation, body] of await newMoney(issuer)) {
      const reply = await call(merchant, operation, { rawBody: JSON.stringify({ amount: 5, ...body }) });
      const { approved, reasonCode } = reply.body as { approved: boolean; reasonCode: string };
      assert.deepEqual([reply.status, approved, reasonCode], [200, false, "03"], operation.id);
    }
  }
  await assertOldMoneyMoves(money);
});

test("a merchant of a suspended tenant gets a 403 for new money, and can still finish what it began", async () => {
  const money = await withMoney();
  const { merchant } = money;
  const requests = [...(await newMoney(merchant.tenant)), ...(await newMoney(await createTestTenant()))];
  const before = await getPrisma().authorization.count();
  await suspendTestTenant(merchant.tenant);
  for (const [operation, body] of requests) {
    const options = { rawBody: JSON.stringify({ amount: 5, ...body }) };
    await expectError(merchant, operation, options, { status: 403, code: "tenant_suspended" });
  }
  assert.equal(await getPrisma().authorization.count(), before);
  await assertOldMoneyMoves(money);
});

test("a wrong PIN at a suspended merchant is no try", async () => {
  const merchant = await createTestMerchant(await createTestTenant(), { status: "suspended" });
  const code = await createTestCode(merchant.tenant, { lockoutThreshold: 1 });
  const body = { paymentCode: code.code, pin: code.wrongPin, amount: 5 };
  assert.equal((await call(merchant, codes.sellPaymentCode, { body })).body.reasonCode, "03");
  const { failedTries, status } = await storedCode(code);
  assert.deepEqual([failedTries, status], [0, "active"]);
});
