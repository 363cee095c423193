import assert from "node:assert/strict";
import { test } from "node:test";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import type { OperationContract } from "@/server/contracts/rest/operation";
import * as contracts from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestMerchant, createTestMerchantKey } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

const FAILED = { status: 401, code: "authentication_failed" } as const;
const NO_HOLD = { status: 404, code: "authorization_not_found" } as const;
const NO_TRANSACTION = { status: 404, code: "transaction_not_found" } as const;

for (const [index, operation] of MERCHANT_OPERATIONS.entries()) {
  const options = { address: `192.0.2.${index}`, rawBody: JSON.stringify(operation.body?.example) };

  test(`${operation.id}: no credentials get a 401, a tenant’s key pair and its secret alone as well`, async () => {
    const tenant = await createTestTenant();
    const texts = new Set<string>();
    for (const sender of [null, tenant, { key: tenant.secret }, { key: "mk_test_nobody_secret" }]) {
      texts.add((await expectError(sender, operation, options, FAILED)).text);
    }
    assert.equal(texts.size, 3, "no bearer, a secret of the other surface, and whatever else is wrong");
  });

  test(`${operation.id}: credentials are judged before the request`, async () => {
    const { error } = await expectError(null, operation, { ...options, rawBody: "{" }, FAILED);
    assert.deepEqual(error.details, {});
  });
}

const ABOUT_ONE: readonly (readonly [OperationContract, "authorizationId" | "transactionId", object])[] = [
  [contracts.captureTransaction, "authorizationId", NO_HOLD],
  [contracts.voidTransaction, "authorizationId", NO_HOLD],
  [contracts.refundTransaction, "transactionId", NO_TRANSACTION],
  [contracts.reverseTransaction, "transactionId", NO_TRANSACTION],
  [contracts.getTransaction, "transactionId", NO_TRANSACTION],
];

for (const [operation, field, expected] of ABOUT_ONE) {
  const about = (id: string) => ({ rawBody: JSON.stringify({ [field]: id }) });

  test(`${operation.id}: another merchant’s, of the same tenant or another, is not there`, async () => {
    const tenant = await createTestTenant();
    const owner = await createTestMerchant(tenant);
    const enabled = { isSameDayReversalEnabled: true };
    const strangers = [
      await createTestMerchant(tenant, enabled),
      await createTestMerchant(await createTestTenant(), enabled),
      await createTestMerchant(await createTestTenant({ environment: "live" }), enabled),
    ];
    const hold = await createTestMerchantHold(owner);
    const sale = await createTestSale(owner);
    const { authorizationId: number } = hold;
    const { id } = await getPrisma().authorization.findFirstOrThrow({ where: { authorizationNumber: number } });
    for (const stranger of strangers) {
      const unknown = await expectError(stranger, operation, about("3Fq8rT2kZb7Wn4XsD"), expected as typeof NO_HOLD);
      for (const named of field === "authorizationId" ? [number, id] : [sale.transactionId]) {
        const refused = await expectError(stranger, operation, about(named), expected as typeof NO_HOLD);
        assert.equal(refused.text, unknown.text, "no different from one that does not exist");
      }
    }
    await assertBalance(hold.card.accountId, { postedMinor: 1_000_00n, heldMinor: 60_00n });
    await assertBalance(sale.card.accountId, { postedMinor: 940_00n, heldMinor: 0n });
    await assertBooksBalance();
  });

  test(`${operation.id}: every key of the merchant reaches it`, async () => {
    const owner = await createTestMerchant(await createTestTenant(), { isSameDayReversalEnabled: true });
    const { authorizationId } = await createTestMerchantHold(owner);
    const { transactionId } = await createTestSale(owner);
    const second = await createTestMerchantKey(owner);
    const { status } = await call(
      second,
      operation,
      about(field === "transactionId" ? transactionId : authorizationId),
    );
    assert.equal(status, 200);
  });
}

for (const operation of [contracts.captureTransaction, contracts.voidTransaction]) {
  test(`${operation.id}: what the tenant holds for its default merchant is none of another merchant’s`, async () => {
    const tenant = await createTestTenant();
    const merchant = await createTestMerchant(tenant);
    const ofDefault = await createTestMerchantKey({ id: tenant.merchantId, tenant });
    const { recordId, authorizationId } = await createTestHold(tenant);
    for (const id of [recordId, authorizationId]) {
      await expectError(merchant, operation, { body: { authorizationId: id } }, NO_HOLD);
    }
    const { body } = await call(ofDefault, operation, { body: { authorizationId: recordId } });
    assert.equal(body.authorizationId, authorizationId);
  });
}

test("a 7-digit id that two merchants of a tenant have is each one's own", async () => {
  const tenant = await createTestTenant();
  const [first, second] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
  const [mine, theirs] = [await createTestMerchantHold(first), await createTestMerchantHold(second, { amount: 7 })];
  await getPrisma().authorization.updateMany({
    where: { merchantId: second.id },
    data: { authorizationNumber: mine.authorizationId },
  });
  const options = { body: { authorizationId: mine.authorizationId } };
  assert.equal((await call(first, contracts.voidTransaction, options)).body.voidedAmount, 60);
  assert.equal((await call(second, contracts.voidTransaction, options)).body.voidedAmount, theirs.amount);
});
