import assert from "node:assert/strict";
import { test } from "node:test";
import * as authorizations from "@/server/contracts/rest/authorizations";
import * as contracts from "@/server/contracts/rest/payment-codes";
import { checkBooks, getBalance } from "@/server/domain/ledger";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("a code is minted, redeemed, captured and refunded", async () => {
  const tenant = await createTestTenant();
  const { memberId, accountId } = await createTestCard(tenant, { fundsMinor: 100_00n });
  const created = await call(tenant, contracts.createPaymentCode, { body: { member: memberId, maxAmount: 50 } });
  assert.equal(created.status, 201);
  const { code, pin = "" } = created.body;
  const typed = `${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`;
  const redeemed = await call(tenant, contracts.redeemPaymentCode, {
    body: { code: typed, pin, amount: 30, merchant: tenant.merchantId },
  });
  assert.deepEqual([redeemed.status, redeemed.body.status, redeemed.body.account], [201, "approved", accountId]);
  const id = redeemed.body.recordId ?? "";
  await call(tenant, authorizations.captureAuthorization, { params: { id }, body: { amount: 20 } });
  await call(tenant, authorizations.reverseAuthorization, { params: { id }, body: { amount: 5 } });
  const again = await call(tenant, contracts.redeemPaymentCode, {
    body: { code, pin, amount: 1, merchant: tenant.merchantId },
  });
  assert.equal(again.body.reasonCode, "65");
  const record = await call(tenant, contracts.getPaymentCode, { params: { code } });
  assert.deepEqual([record.body.status, record.body.uses, record.body.usesRemaining], ["Code Used", 1, 0]);
  const balance = await getBalance(accountId);
  assert.deepEqual([balance.postedMinor, balance.heldMinor], [85_00n, 10_00n]);
  assert.deepEqual(
    (await checkBooks()).flatMap(({ breaches }) => breaches),
    [],
  );
});
