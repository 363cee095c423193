import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { charge, chargeOutcome, createTestAgreement, readAgreement } from "@/server/testing/factories/agreements";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

for (const [interval, at, nextChargeOn, from] of [
  ["daily", "2026-03-02T00:00:00.000Z", "2026-03-03", "2026-03-03"],
  ["daily", "2026-03-02T23:59:59.999Z", "2026-03-03", "2026-03-03"],
  ["weekly", "2026-03-02T23:00:00.000Z", "2026-03-09", "2026-03-08"],
  ["monthly", "2026-01-31T10:00:00.000Z", "2026-02-28", "2026-02-27"],
  ["monthly", "2026-12-31T10:00:00.000Z", "2027-01-31", "2027-01-30"],
] as const) {
  test(`${interval}, charged ${at}: due on ${nextChargeOn}, and too early before ${from}`, async () => {
    const clock = withFakeClock(at);
    const merchant = await createTestMerchant(await createTestTenant());
    const agreement = await createTestAgreement(merchant, { interval });
    assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
    assert.equal(await chargeOutcome(merchant, agreement), "65");
    assert.equal((await readAgreement(merchant, agreement)).nextChargeOn, nextChargeOn);
    clock.advance(Date.parse(from) - Date.parse(at) - 1);
    assert.equal(await chargeOutcome(merchant, agreement), "65");
    clock.advance(1);
    assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
    assert.equal(await chargeOutcome(merchant, agreement), "65");
    assert.equal((await readAgreement(merchant, agreement)).charges, 2);
  });
}

/** Realistic plans, at times on another day in UTC, or at another hour after a clock change. */
for (const [what, timeZone, charges] of [
  [
    "the last day of each month at 08:00 in Tokyo",
    "Asia/Tokyo",
    ["2026-01-30T23:00Z", "2026-02-27T23:00Z", "2026-03-30T23:00Z", "2026-04-29T23:00Z", "2026-05-30T23:00Z"],
  ],
  [
    "the 15th at 01:30 in Berlin, across summer time",
    "Europe/Berlin",
    ["2026-02-15T00:30Z", "2026-03-15T00:30Z", "2026-04-14T23:30Z", "2026-05-14T23:30Z", "2026-11-15T00:30Z"],
  ],
  [
    "the 15th, with a February that was paid late",
    "UTC",
    ["2026-01-15T10:00Z", "2026-02-27T10:00Z", "2026-03-15T10:00Z", "2026-04-15T10:00Z"],
  ],
] as const) {
  test(`a monthly plan is charged once a month: ${what}`, async () => {
    const [start = ""] = charges;
    const clock = withFakeClock(start);
    const merchant = await createTestMerchant(await createTestTenant(), { timeZone });
    const agreement = await createTestAgreement(merchant, { interval: "monthly" });
    for (const at of charges) {
      clock.advance(Date.parse(at) - clock.now().getTime());
      assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement", at);
      assert.equal(await chargeOutcome(merchant, agreement), "65", `${at}, again`);
    }
  });
}

test("an early charge says from when it may come, in the merchant's days", async () => {
  withFakeClock("2026-01-30T23:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant(), { timeZone: "Asia/Tokyo" });
  const agreement = await createTestAgreement(merchant, { interval: "monthly" });
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
  const { body } = await charge(merchant, agreement);
  const from = "2026-02-26T15:00:00.000Z";
  assert.deepEqual(
    [body.reasonCode, body.reasonMessage, body.details],
    [
      "65",
      `Too early. The next charge or use is due from ${from}.`,
      { limit: "interval", from, timeZone: "Asia/Tokyo" },
    ],
  );
  assert.deepEqual((await readAgreement(merchant, agreement)).timeZone, "Asia/Tokyo");
});

test("an agreement keeps the time zone that it was requested in", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant, { interval: "daily" });
  await getPrisma().merchant.update({ where: { id: merchant.id }, data: { timeZone: "Asia/Tokyo" } });
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
  clock.advance(5 * 60 * 60 * 1000);
  assert.equal(await chargeOutcome(merchant, agreement), "65");
});

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
