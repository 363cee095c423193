import assert from "node:assert/strict";
import { test } from "node:test";
import { readReceipt } from "@/server/api/receipts";
import { formatTerms } from "@/server/contracts/format-terms";
import { approveAgreement } from "@/server/contracts/rest/sandbox";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  approve,
  charge,
  chargeOutcome,
  readAgreement,
  requestTestAgreement,
} from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const INVALID = { status: 400, code: "validation_error" } as const;

async function createShop() {
  const merchant = await createTestMerchant(await createTestTenant());
  return { merchant, tenant: merchant.tenant, card: await createTestCard(merchant.tenant) };
}

test("a longer interval than requested is returned to the merchant and enforced", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { merchant, tenant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card, maxAmount: 20, interval: "daily" });
  assert.equal((await approve(tenant, { id }, { interval: "weekly" })).interval, "weekly");
  assert.equal(await chargeOutcome(merchant, { id }), "PendingSettlement");
  const { interval, nextChargeOn } = await readAgreement(merchant, { id });
  assert.deepEqual([interval, nextChargeOn], ["weekly", "2026-03-09"]);
  clock.advance(5 * DAY_MS);
  assert.equal(await chargeOutcome(merchant, { id }), "65");
  clock.advance(DAY_MS);
  assert.equal(await chargeOutcome(merchant, { id }), "PendingSettlement");
});

test("a cap and interval of the member, where none were requested, reach the merchant and are enforced", async () => {
  const { merchant, tenant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card });
  const approved = await approve(tenant, { id }, { maxAmount: 15, interval: "monthly", noLimit: false });
  assert.deepEqual([approved.maxAmount, approved.interval], [15, "monthly"]);
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 15.01 }), "61");
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 15 }), "PendingSettlement");
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 1 }), "65");
});

for (const [what, asked, body, field] of [
  ["neither cap nor interval", {}, {}, "maxAmount"],
  ["no cap", { interval: "monthly" }, {}, "maxAmount"],
  ["no interval", { maxAmount: 20 }, {}, "interval"],
  ["an interval alone", {}, { interval: "daily" }, "maxAmount"],
  ["a cap alone", {}, { maxAmount: 20 }, "interval"],
  ["more often than asked", { maxAmount: 20, interval: "monthly" }, { interval: "weekly" }, "interval"],
  ["what is no interval", { maxAmount: 20 }, { interval: "yearly" }, "interval"],
] as const) {
  test(`with ${what} an approval that means no limit by nothing is a 400, and the request still waits`, async () => {
    const { merchant, tenant, card } = await createShop();
    const { id } = await requestTestAgreement(merchant, { card, ...asked });
    const options = { params: { id }, rawBody: JSON.stringify({ ...body, noLimit: false }) };
    assert.equal((await expectError(tenant, approveAgreement, options, INVALID)).error.field, field);
    assert.equal((await readAgreement(merchant, { id })).status, "PendingApproval");
  });
}

test("played without a word, a member means what the merchant left open to stay open", async () => {
  const { merchant, tenant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card });
  const { status, maxAmount, interval } = await approve(tenant, { id });
  assert.deepEqual([status, maxAmount, interval], ["Active", null, null]);
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 400 }), "PendingSettlement");
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 400 }), "PendingSettlement");
});

test("a request without limits is approved in the wallet with a cap and interval, or with no limit", async () => {
  const { merchant, card } = await createShop();
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const portal = portalOf(await openTestSession(user));
  const [bounded, open] = [
    await requestTestAgreement(merchant, { card }),
    await requestTestAgreement(merchant, { card }),
  ];
  await assert.rejects(portal.wallet.agreements.approve({ id: bounded.id }), /maxAmount is required/);
  await assert.rejects(portal.wallet.agreements.approve({ id: bounded.id, maxAmount: 20 }), /interval is required/);
  await portal.wallet.agreements.approve({ id: bounded.id, maxAmount: 20, interval: "weekly" });
  await portal.wallet.agreements.approve({ id: open.id, noLimit: true });
  const terms = async ({ id }: { id: string }) => {
    const { cap, interval } = await portal.wallet.agreements.get({ id });
    return [cap, interval];
  };
  assert.deepEqual(
    [await terms(bounded), await terms(open)],
    [
      [20, "weekly"],
      [null, null],
    ],
  );
});

const write = (id: string, change: Sql) =>
  query(getPool(), sql`UPDATE recurring_agreements SET ${change} WHERE id = ${id}`);
const APPROVED = sql`status = 'active', approved_at = created_at`;

test("no statement approves more than was asked, or leaves open what no one said may be", async () => {
  const { merchant, card } = await createShop();
  const asked = await requestTestAgreement(merchant, { card, amount: 10, interval: "weekly" });
  const open = await requestTestAgreement(merchant, { card });
  const tooMuch = /recurring_agreements_within_what_was_asked/;
  await assert.rejects(write(asked.id, sql`${APPROVED}, member_max_minor = 1001`), tooMuch);
  await assert.rejects(write(asked.id, sql`${APPROVED}, member_interval = 'daily'`), tooMuch);
  const unbounded = /recurring_agreements_bounded_or_meant/;
  await assert.rejects(write(open.id, APPROVED), unbounded);
  await assert.rejects(write(open.id, sql`${APPROVED}, member_max_minor = 1`), unbounded);
  await assert.rejects(write(open.id, sql`${APPROVED}, member_interval = 'daily'`), unbounded);
  await write(open.id, sql`${APPROVED}, member_max_minor = 1, member_interval = 'daily'`);
});

test("a request's terms stay while the member looks at it, and after it is approved", async () => {
  const { merchant, tenant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card, amount: 10, interval: "weekly" });
  const stands = /the terms of an agreement stand/;
  await assert.rejects(write(id, sql`max_amount_minor = 50000`), stands);
  await assert.rejects(write(id, sql`ends_on = NULL`), stands);
  await approve(tenant, { id }, { maxAmount: 5 });
  await assert.rejects(write(id, sql`member_max_minor = NULL`), stands);
  await assert.rejects(write(id, sql`member_interval = 'monthly'`), stands);
  assert.equal((await readAgreement(merchant, { id })).maxAmount, 5);
});

test("the receipt of a charge says the terms that were approved", async () => {
  const { merchant, tenant, card } = await createShop();
  const terms = { amount: 7.2, maxAmount: 10, interval: "monthly", endsOn: "2099-12-31" } as const;
  const { id } = await requestTestAgreement(merchant, { card, ...terms });
  await approve(tenant, { id }, { maxAmount: 8 });
  const { body } = await charge(merchant, { id }, { amount: 7.2 });
  const receipt = await readReceipt(body.receipt?.id ?? "");
  assert.ok(receipt?.terms);
  assert.equal(formatTerms(receipt.terms, "en-US"), "$7.20 every month, up to $8.00 a charge, until December 31, 2099");
});
