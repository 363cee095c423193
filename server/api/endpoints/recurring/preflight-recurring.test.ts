import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { preflightRecurring } from "@/server/contracts/rest/recurring";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import {
  charge,
  chargeOutcome,
  createTestAgreement,
  requestTestAgreement,
  revoke,
  type TestAgreement,
} from "@/server/testing/factories/agreements";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, suspendTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

type Fields = Partial<z.input<typeof preflightRecurring.body.schema>>;

async function preflight(merchant: TestMerchant, { id }: Pick<TestAgreement, "id">, fields: Fields = {}) {
  const body = { recurringAuthorizationId: id, amount: 10, ...fields };
  return (await call(merchant, preflightRecurring, { body })).body;
}

const TABLES = ["authorizations", "events", "entries", "recurring_agreements", "idempotency_keys", "charge_requests"];
const countEffects = () => Promise.all(TABLES.map(countRows));

test("a preflight says what the charge would, with the day from which it may come, and writes nothing", async () => {
  const clock = withFakeClock(START);
  const merchant = await createTestMerchant(await createTestTenant());
  const agreement = await createTestAgreement(merchant, { maxAmount: 20, interval: "monthly", endsOn: "2026-05-20" });
  const before = await countEffects();
  assert.deepEqual(await preflight(merchant, agreement), {
    recurringAuthorizationId: agreement.id,
    allowed: true,
    on: "2026-03-02",
    amount: 10,
    currency: "USD",
    reasonCode: null,
    reasonMessage: null,
    details: null,
    earliestOn: null,
  });
  const over = await preflight(merchant, agreement, { amount: 20.01 });
  assert.deepEqual(
    [over.allowed, over.reasonCode, over.details, over.earliestOn],
    [false, "61", { limit: "agreement" }, null],
  );
  const foreign = await preflight(merchant, agreement, { currency: "EUR" });
  assert.equal(foreign.reasonCode, "57");
  assert.deepEqual(await countEffects(), before);
  await charge(merchant, agreement);
  clock.advance(DAY_MS);
  const early = await preflight(merchant, agreement);
  assert.deepEqual([early.allowed, early.reasonCode, early.earliestOn], [false, "65", "2026-04-01"]);
  assert.equal(early.reasonMessage, "Too early. The next charge or use is due from 2026-04-01T00:00:00.000Z.");
  assert.equal(await chargeOutcome(merchant, agreement), "65");
  for (const [on, allowed] of [
    ["2026-03-31", false],
    ["2026-04-01", true],
    ["2026-05-20", true],
    ["2026-05-21", false],
  ] as const) {
    assert.equal((await preflight(merchant, agreement, { on })).allowed, allowed, on);
  }
  clock.advance(29 * DAY_MS);
  assert.equal(await chargeOutcome(merchant, agreement), "PendingSettlement");
});

test("an inactive agreement is declined as its charge would be", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const pending = await requestTestAgreement(merchant);
  assert.deepEqual(
    [(await preflight(merchant, pending)).reasonCode, await chargeOutcome(merchant, pending)],
    ["57", "57"],
  );
  const revoked = await createTestAgreement(merchant);
  await revoke(merchant, revoked);
  assert.deepEqual((await preflight(merchant, revoked)).reasonCode, "R1");
  const active = await createTestAgreement(merchant);
  await suspendTestMerchant(merchant);
  assert.equal((await preflight(merchant, active)).reasonCode, "03");
});

test("a refusal tells nothing of what a member has", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 5_00n });
  const agreement = await createTestAgreement(merchant, { card, maxAmount: 100 });
  for (const amount of [4, 6]) assert.equal((await preflight(merchant, agreement, { amount })).allowed, true);
  assert.equal(await chargeOutcome(merchant, agreement, { amount: 6 }), "51");
});

test("a preflight with a past day, nothing, or another's agreement is refused", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const { id } = await createTestAgreement(merchant);
  const body = { recurringAuthorizationId: id, amount: 10 };
  const invalid = { status: 400, code: "validation_error" } as const;
  for (const fields of [{ on: "2026-03-01" }, { on: "tomorrow" }, { amount: 0 }, { amount: 1.234 }]) {
    await expectError(merchant, preflightRecurring, { body: { ...body, ...fields } }, invalid);
  }
  await expectError(
    merchant,
    preflightRecurring,
    { body: { ...body, currency: "XXX" } },
    { status: 400, code: "invalid_reference" },
  );
  const stranger = await createTestMerchant(await createTestTenant());
  const none = { status: 404, code: "recurring_authorization_not_found" } as const;
  for (const as of [stranger, await createTestMerchant(tenant)]) {
    await expectError(as, preflightRecurring, { body }, none);
  }
  await expectError({ key: "no key" }, preflightRecurring, { body }, { status: 401, code: "authentication_failed" });
  await suspendTestTenant(tenant);
  await expectError(merchant, preflightRecurring, { body }, { status: 403, code: "tenant_suspended" });
});
