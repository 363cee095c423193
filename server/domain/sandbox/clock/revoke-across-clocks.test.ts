import assert from "node:assert/strict";
import { test } from "node:test";
import { chargePaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { chargeRecurring } from "@/server/contracts/rest/recurring";
import { getPrisma } from "@/server/db/prisma";
import { revokeOwnPaymentCode } from "@/server/domain/payment-codes";
import { revokeAgreement } from "@/server/domain/recurring";
import { findAheadMs, inOwnTime } from "@/server/domain/sandbox-clock";
import { expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  approve,
  chargeOutcome,
  createShopAndForeignMember,
  readAgreement,
  requestTestAgreement,
  revoke,
} from "@/server/testing/factories/agreements";
import { memberCaller } from "@/server/testing/factories/callers";
import type { TestCard } from "@/server/testing/factories/cards";
import { createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import type { TestTenant } from "@/server/testing/factories/tenants";
import { chargeOn } from "@/server/testing/factories/transactions";
import { advanceTestClock } from "@/server/testing/sandbox-clock";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const LATER = "2026-03-12T10:00:00.000Z";
const refused = { status: 409, code: "sandbox_clocks_differ" } as const;

/** As in the wallet: by the clock of the member's tenant. */
async function memberNow(tenant: TestTenant, card: TestCard) {
  const caller = memberCaller(tenant, card);
  return { ...caller, ...inOwnTime(caller.now, await findAheadMs(tenant.id)) };
}

for (const ahead of ["merchant", "member"] as const) {
  for (const by of ["merchant", "member"] as const) {
    test(`the ${by} ends an agreement with the ${ahead}’s clock ahead, and it is never charged again`, async () => {
      withFakeClock(START);
      const { shop, other: bank, card } = await createShopAndForeignMember();
      const agreement = await requestTestAgreement(shop, { card, maxAmount: 20 });
      await approve(bank, agreement);
      assert.equal(await chargeOutcome(shop, agreement), "PendingSettlement");
      const [first, second] = ahead === "merchant" ? [shop.tenant, bank] : [bank, shop.tenant];
      await advanceTestClock(first, { days: 10 });
      if (by === "merchant") await revoke(shop, agreement);
      else await revokeAgreement(await memberNow(bank, card), { id: agreement.id, reason: null }, null);
      assert.equal((await readAgreement(shop, agreement)).status, "Revoked");
      const { revokedAt } = await getPrisma().recurringAgreement.findUniqueOrThrow({ where: { id: agreement.id } });
      assert.equal(revokedAt?.toISOString(), ahead === "merchant" ? LATER : START);
      const charge = { body: { recurringAuthorizationId: agreement.id, amount: 10 } };
      await expectError(shop, chargeRecurring, charge, refused);
      await advanceTestClock(second, { days: 10 });
      assert.equal(await chargeOutcome(shop, agreement), "R1");
    });
  }

  test(`a member ends a code with the ${ahead}’s clock ahead, and another tenant never charges it again`, async () => {
    withFakeClock(START);
    const { shop, other: bank, card } = await createShopAndForeignMember();
    const code = await createTestMemberCode(bank, { card, expiryMinutes: 30, allowRecurring: true });
    assert.equal(await chargeOn(shop, code), "approved");
    const [first, second] = ahead === "merchant" ? [shop.tenant, bank] : [bank, shop.tenant];
    await advanceTestClock(first, { days: 10 });
    await revokeOwnPaymentCode(await memberNow(bank, card), { id: code.recordId, reason: null }, null);
    const { status, revokedAt } = await storedCode(code);
    assert.deepEqual([status, revokedAt?.toISOString()], ["revoked", ahead === "member" ? LATER : START]);
    await expectError(shop, chargePaymentCode, { body: { paymentCode: code.code, amount: 10 } }, refused);
    await advanceTestClock(second, { days: 10 });
    assert.equal(await chargeOn(shop, code), "62");
  });
}
