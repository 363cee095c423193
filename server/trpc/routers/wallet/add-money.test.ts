import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/onboarding/members";
import { setBankAccount } from "@/server/domain/bank";
import { actAsOperator } from "@/server/domain/users";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("the wallet says where to send money, and by which reference; the API has the same one", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { currency: "EUR" });
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const { wallet } = portalOf(await openTestSession(user));
  const [without] = await wallet.accounts.funding();
  assert.equal(without?.bank, null, "nobody said where euros go");
  const operator = await actAsOperator(await userCaller(await createTestUser({ kind: "network_operator" })), {
    environment: "test",
  });
  const bank = {
    holder: "Closed Loop Trust",
    country: "DE",
    accountNumber: "DE89370400440532013000",
    bankCode: "COBADEFFXXX",
    bankName: "Commerzbank",
  };
  await setBankAccount(operator, { ...bank, currency: "EUR" }, null);
  await setBankAccount(operator, { ...bank, currency: "USD", accountNumber: "DE02120300000000202051" }, null);
  const { body } = await call(tenant, contracts.getAccount, { params: { id: card.accountId } });
  assert.deepEqual(await wallet.accounts.funding(), [
    { id: card.accountId, currency: "EUR", reference: body.fundingReference, bank },
  ]);
  const listed = await wallet.accounts.list();
  assert.equal(listed[0]?.fundingReference, body.fundingReference);
});
