import assert from "node:assert/strict";
import { test } from "node:test";
import { sellPaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { rescueAuthorization } from "@/server/contracts/rest/sandbox";
import { getPrisma } from "@/server/db/prisma";
import { openAccount } from "@/server/domain/members";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { sellOn } from "@/server/testing/factories/transactions";

withTestDatabase();

async function sell(merchant: TestMerchant, { code }: { readonly code: string }, amount: number) {
  return (await call(merchant, sellPaymentCode, { body: { paymentCode: code, amount } })).body;
}

async function rescue(tenant: TestTenant, id: string | null, body: { readonly account?: string } = {}) {
  return call(tenant, rescueAuthorization, { params: { id: id ?? "" }, body });
}

test("a sale over the cap that a member gave a code passes once they let it through, and uses the code up", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const { tenant } = merchant;
  const code = await createTestMemberCode(tenant, { maxAmount: 10 });
  const declined = await sell(merchant, code, 12);
  assert.equal(declined.reasonCode, "61");
  assert.ok(declined.details && "rescue" in declined.details);
  assert.equal(await sellOn(merchant, code, { amount: 12 }), "61");
  const { status, body } = await rescue(tenant, declined.authorizationId);
  const { merchant: at, account, amount, currency } = body;
  assert.deepEqual([status, at, account, amount, currency], [200, merchant.id, code.card.accountId, 12, "USD"]);
  assert.equal(await sellOn(await createTestMerchant(tenant), code, { amount: 12 }), "61");
  assert.equal(await sellOn(merchant, code, { amount: 12.01 }), "61");
  assert.equal((await sell(merchant, code, 12)).capturedAmount, 12);
  assert.equal(await sellOn(merchant, code, { amount: 5 }), "65");
  await assertBalance(code.card.accountId, { postedMinor: 988_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a tenant's cap of a code is not its member's to lift, but another account can pay", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 5_00n });
  const { memberId } = card;
  const opened = { memberId, currency: "USD", openingMinor: 90_00n, creditLimitMinor: 0n } as const;
  const { id: savings } = await openAccount(networkCaller(), opened);
  const code = await createTestCode(tenant, { card, maxAmount: 20 });
  const { body: overCap } = await redeem(tenant, code, { amount: 21 });
  assert.deepEqual([overCap.reasonCode, overCap.details], ["61", { limit: "code" }]);
  const { body: short } = await redeem(tenant, code, { amount: 20 });
  assert.equal(short.reasonCode, "51");
  await rescue(tenant, short.recordId, { account: savings });
  const { body: paid } = await redeem(tenant, code, { amount: 20 });
  assert.deepEqual([paid.status, paid.account], ["approved", savings]);
  await assertBalance(savings, { postedMinor: 90_00n, heldMinor: 20_00n });
});

test("the sandbox plays members of its own alone, and answers a repeat as before", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(await createTestTenant());
  const code = await createTestMemberCode(tenant, { maxAmount: 10 });
  const params = { id: (await sell(merchant, code, 12)).authorizationId ?? "" };
  for (const stranger of [tenant, merchant.tenant]) {
    await expectError(
      stranger,
      rescueAuthorization,
      { params, body: {} },
      { status: 404, code: "authorization_not_found" },
    );
  }
  const own = await createTestMerchant(tenant);
  const request = {
    params: { id: (await sell(own, code, 12)).authorizationId ?? "" },
    body: {},
    idempotencyKey: "let-1",
  };
  const { body } = await call(tenant, rescueAuthorization, request);
  assert.deepEqual((await call(tenant, rescueAuthorization, request)).body, body);
  assert.equal(await getPrisma().rescue.count({ where: { declinedId: body.recordId } }), 1);
});
