import assert from "node:assert/strict";
import { test } from "node:test";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { chargeOutcome, createTestAgreement, readAgreement } from "@/server/testing/factories/agreements";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

for (const [interval, at, nextChargeOn] of [
  ["daily", "2026-03-02T00:00:00.000Z", "2026-03-03"],
  ["daily", "2026-03-02T23:59:59.999Z", "2026-03-03"],
  ["daily", "2026-12-31T10:00:00.000Z", "2027-01-01"],
  ["weekly", "2026-03-02T23:00:00.000Z", "2026-03-09"],
  ["weekly", "2026-02-26T10:00:00.000Z", "2026-03-05"],
  ["monthly", "2026-03-02T10:00:00.000Z", "2026-04-02"],
  ["monthly", "2026-01-31T10:00:00.000Z", "2026-02-28"],
  ["monthly", "2028-01-31T10:00:00.000Z", "2028-02-29"],
  ["monthly", "2026-03-31T10:00:00.000Z", "2026-04-30"],
  ["monthly", "2026-12-31T10:00:00.000Z", "2027-01-31"],
] as const) {
  test(`${interval}, charged ${at}: too early up to midnight before ${nextChargeOn}, due from it on`, async () => {
    const clock = withFakeClock(at);
    const merchant = await createTestMerchant(await createTestTenant());
    const agreement = await createTestAgreement(merchant, { interval });
    assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
    assert.equal(await chargeOutcome(merchant, agreement), "65");
    assert.equal((await readAgreement(merchant, agreement)).nextChargeOn, nextChargeOn);
    clock.advance(Date.parse(nextChargeOn) - Date.parse(at) - 1);
    assert.equal(await chargeOutcome(merchant, agreement), "65");
    clock.advance(1);
    assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
    assert.equal(await chargeOutcome(merchant, agreement), "65");
    assert.equal((await readAgreement(merchant, agreement)).charges, 2);
  });
}

test("without an interval an agreement may be charged again at once", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant);
  for (let i = 0; i < 3; i += 1) assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
  assert.equal((await readAgreement(merchant, agreement)).nextChargeOn, null);
});

test("the last day is one of charges, up to its last millisecond; after it 65", async () => {
  const clock = withFakeClock("2026-03-01T10:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant, { endsOn: "2026-03-02" });
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
  clock.advance(DAY_MS + 14 * 60 * 60 * 1000 - 1);
  assert.equal(clock.now().toISOString(), "2026-03-02T23:59:59.999Z");
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
  clock.advance(1);
  assert.equal(await chargeOutcome(merchant, agreement), "65");
  assert.equal((await readAgreement(merchant, agreement)).status, "Active");
});
