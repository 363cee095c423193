import assert from "node:assert/strict";
import { test } from "node:test";
import { validatePaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { call } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, suspendTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, readCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { chargeOn, sellOn } from "@/server/testing/factories/transactions";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

async function withMerchant() {
  const tenant = await createTestTenant();
  return { tenant, merchant: await createTestMerchant(tenant) };
}

async function check(merchant: TestMerchant, { code }: { readonly code: string }) {
  const { status, body } = await call(merchant, validatePaymentCode, { body: { paymentCode: code } });
  assert.equal(status, 200);
  assert.equal(body.valid, body.memberId !== null, "the owner is disclosed only to a merchant who could charge it");
  assert.equal(body.valid, body.reasonCode === null);
  return body;
}

test("an active code of either kind, without its PIN: valid, whose it is, until when, how often", async () => {
  withFakeClock(START);
  const { tenant, merchant } = await withMerchant();
  for (const code of [await createTestMemberCode(tenant), await createTestCode(tenant)]) {
    assert.deepEqual(await check(merchant, code), {
      valid: true,
      status: "Code Active",
      memberId: code.card.memberId,
      expiresAt: "2026-03-02T10:10:00.000Z",
      usesRemaining: 1,
      recurringAllowed: false,
      recurring: null,
      reasonCode: null,
    });
  }
  const typed = (await createTestMemberCode(tenant)).code;
  assert.equal((await check(merchant, { code: ` ${typed.slice(0, 4).toLowerCase()}-${typed.slice(4)} ` })).valid, true);
});

test("recurring terms, before the first charge, between two and at the end", async () => {
  const clock = withFakeClock(START);
  const { tenant, merchant } = await withMerchant();
  const terms = { allowRecurring: true, recurringInterval: "weekly", recurringLimit: 2 } as const;
  const code = await createTestMemberCode(tenant, { ...terms, recurringThru: "2026-06-30" });
  const recurring = { interval: "weekly", limit: 2, thru: "2026-06-30" };
  const fresh = await check(merchant, code);
  assert.deepEqual(
    [fresh.recurringAllowed, fresh.recurring, fresh.usesRemaining, fresh.expiresAt],
    [true, { ...recurring, nextUseOn: null }, 2, "2026-03-02T10:10:00.000Z"],
  );
  assert.equal(await chargeOn(merchant, code), "approved");
  const early = await check(merchant, code);
  assert.deepEqual(
    [early.valid, early.reasonCode, early.recurring, early.usesRemaining, early.expiresAt, early.status],
    [false, "65", { ...recurring, nextUseOn: "2026-03-09" }, 1, "2026-07-01T00:00:00.000Z", "Code Active"],
  );
  clock.advance(7 * DAY_MS);
  assert.equal((await check(merchant, code)).valid, true);
  assert.equal(await chargeOn(merchant, code), "approved");
  const used = await check(merchant, code);
  assert.deepEqual([used.valid, used.status, used.reasonCode, used.usesRemaining], [false, "Code Used", "65", 0]);
});

test("every invalid state says what a sale would be declined with", async () => {
  const clock = withFakeClock(START);
  const { tenant, merchant } = await withMerchant();
  const other = await createTestMerchant(tenant);
  const expired = await createTestMemberCode(tenant, { expiryMinutes: 1 });
  clock.advance(60_000);
  const revoked = await createTestCode(tenant);
  await call(tenant, revokePaymentCode, { params: { code: revoked.code } });
  const locked = await createTestCode(tenant, { lockoutThreshold: 1 });
  assert.equal(await sellOn(other, { ...locked, pin: locked.wrongPin }), "75");
  const used = await createTestMemberCode(tenant);
  assert.equal(await sellOn(other, used), "approved");
  const bound = await createTestMemberCode(tenant, { merchant: other.id });
  for (const [code, status, reasonCode, usesRemaining] of [
    [expired, "Code Expired", "54", 0],
    [revoked, "Code Revoked", "62", 0],
    [locked, "Code Locked", "75", 0],
    [used, "Code Used", "65", 0],
    [bound, "Code Active", "62", 1],
  ] as const) {
    const body = await check(merchant, code);
    assert.deepEqual(
      [body.valid, body.status, body.reasonCode, body.usesRemaining],
      [false, status, reasonCode, usesRemaining],
    );
  }
  assert.equal((await check(other, bound)).valid, true);
});

test("malformed, unknown and the other environment's: not valid, and nothing about it", async () => {
  const { merchant } = await withMerchant();
  const live = await createTestTenant({ environment: "live" });
  const liveCode = await createTestCode(live);
  const nothing = {
    valid: false,
    status: null,
    memberId: null,
    expiresAt: null,
    usesRemaining: null,
    recurringAllowed: false,
    recurring: null,
    reasonCode: "14",
  };
  for (const code of [
    "",
    "U",
    "7KQ2M9X",
    "7KQ2M9XW4",
    "7KQ2M9XW4T1",
    "!!!!!!!!",
    "UUUUUUUU",
    "ZZZZ9999",
    liveCode.code,
  ]) {
    assert.deepEqual(await check(merchant, { code }), nothing, code);
  }
});

test("any number of looks uses nothing up, and writes nothing", async () => {
  const { tenant, merchant } = await withMerchant();
  const code = await createTestCode(tenant, { lockoutThreshold: 1 });
  const before = await storedCode(code);
  const tables = ["authorizations", "events", "postings", "idempotency_keys"];
  const counts = await Promise.all(tables.map(countRows));
  const looks = Array.from({ length: 20 }, () => check(merchant, code));
  assert.ok((await Promise.all(looks)).every(({ valid }) => valid));
  assert.deepEqual(await storedCode(code), before);
  assert.deepEqual(await Promise.all(tables.map(countRows)), counts);
  assert.equal(await sellOn(merchant, code), "approved");
});

test("funds are not revealed: a code of an empty account is valid, and the sale says 51", async () => {
  const { tenant, merchant } = await withMerchant();
  const code = await createTestMemberCode(tenant, { card: await createTestCard(tenant, { fundsMinor: 1n }) });
  assert.equal((await check(merchant, code)).valid, true);
  assert.equal(await sellOn(merchant, code), "51");
});

test("a suspended merchant, and a merchant of a suspended tenant, can sell on nothing: 03", async () => {
  const { tenant, merchant } = await withMerchant();
  const issuer = await createTestTenant();
  const code = await createTestMemberCode(issuer);
  await suspendTestMerchant(merchant);
  assert.equal((await check(merchant, code)).reasonCode, "03");
  const second = await createTestMerchant(tenant);
  assert.equal((await check(second, code)).valid, true);
  await suspendTestTenant(tenant);
  assert.equal((await check(second, code)).reasonCode, "03");
});

test("GET and validate agree on expiry and uses, from minting to the end, whatever the terms", async () => {
  withFakeClock(START);
  const { tenant, merchant } = await withMerchant();
  const MIDNIGHT = "2026-03-03T00:00:00.000Z";
  const FIRST = "2026-03-02T10:10:00.000Z";
  const cases = [
    { terms: {}, fresh: [FIRST, 1], used: [FIRST, 0] },
    { terms: { singleUse: false }, fresh: [FIRST, null], used: [FIRST, null] },
    { terms: { allowRecurring: true }, fresh: [FIRST, null], used: [null, null] },
    { terms: { allowRecurring: true, recurringLimit: 3 }, fresh: [FIRST, 3], used: [null, 2] },
    { terms: { allowRecurring: true, recurringLimit: 1 }, fresh: [FIRST, 1], used: [null, 0] },
    {
      terms: { allowRecurring: true, recurringThru: "2026-03-09" },
      fresh: [FIRST, null],
      used: ["2026-03-10T00:00:00.000Z", null],
    },
    {
      terms: { allowRecurring: true, recurringThru: "2026-03-02", expiryMinutes: 3_000 },
      fresh: [MIDNIGHT, null],
      used: [MIDNIGHT, null],
    },
  ] as const;
  for (const { terms, fresh, used } of cases) {
    const code = await createTestCode(tenant, terms);
    assert.equal(code.expiresAt, fresh[0], "as the answer to its creation says");
    const assertBoth = async (expected: readonly [string | null, number | null]) => {
      const [shown, validated] = [await readCode(tenant, code), await check(merchant, code)];
      assert.deepEqual([shown.expiresAt, shown.usesRemaining], expected, JSON.stringify(terms));
      assert.deepEqual([validated.expiresAt, validated.usesRemaining], expected, JSON.stringify(terms));
      assert.equal(shown.status, validated.status);
    };
    await assertBoth(fresh);
    assert.equal(await sellOn(merchant, code), "approved");
    await assertBoth(used);
    await call(tenant, revokePaymentCode, { params: { code: code.code } });
    await assertBoth([used[0], 0]);
  }
});
