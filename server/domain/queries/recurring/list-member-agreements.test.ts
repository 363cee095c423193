import assert from "node:assert/strict";
import { test } from "node:test";
import { refundTransaction } from "@/server/contracts/rest/transactions";
import { pageOf } from "@/server/domain/list";
import { getMemberAgreement, memberAgreementList } from "@/server/domain/queries";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { charge, chargeOutcome, createTestAgreement } from "@/server/testing/factories/agreements";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("an agreement says what was charged by it so far, less what was refunded", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 20 });
  const idle = await createTestAgreement(merchant, { card, maxAmount: 20 });
  await charge(merchant, agreement, { amount: 7.5 });
  const { body } = await charge(merchant, agreement, { amount: 20 });
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 21 }), "61");
  await call(merchant, refundTransaction, { body: { transactionId: body.transactionId ?? "", amount: 5 } });
  const caller = memberCaller(tenant, card);
  const { items } = await pageOf(memberAgreementList(caller, { state: "active" }), { limit: 10 });
  assert.deepEqual(
    items.map(({ id, takenMinor }) => [id, takenMinor]),
    [
      [idle.id, 0n],
      [agreement.id, 22_50n],
    ],
  );
  assert.equal((await getMemberAgreement(caller, agreement)).takenMinor, 22_50n);
});
