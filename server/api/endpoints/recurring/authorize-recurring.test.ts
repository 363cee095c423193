import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeRecurring, getRecurring } from "@/server/contracts/rest/recurring";
import { publicUrl } from "@/server/platform/env";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { AGREEMENT_TERMS, approve, readAgreement, requestTestAgreement } from "@/server/testing/factories/agreements";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, revokeTestMerchantKey, suspendTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const FAILED = { status: 401, code: "authentication_failed" } as const;

async function createShop() {
  const merchant = await createTestMerchant(await createTestTenant());
  return { merchant, card: await createTestCard(merchant.tenant) };
}

test("a request waits seven days for the member, and the record shows what was asked", async () => {
  withFakeClock(START);
  const { merchant, card } = await createShop();
  const terms = { amount: 12.5, maxAmount: 20, interval: "monthly", endsOn: "2027-03-02" } as const;
  const { status, body } = await call(merchant, authorizeRecurring, {
    body: { memberId: card.memberId, ...AGREEMENT_TERMS, ...terms },
  });
  const { recurringAuthorizationId: id, ...rest } = body;
  assert.equal(status, 200);
  assert.deepEqual(rest, {
    status: "PendingApproval",
    memberId: card.memberId,
    expiresAt: "2026-03-09T10:00:00.000Z",
    approvalUrl: publicUrl(`/wallet/r/${id}`),
    reasonCode: null,
    reasonMessage: null,
    details: null,
  });
  assert.deepEqual(await readAgreement(merchant, { id: id ?? "" }), {
    id,
    recurringAuthorizationId: id,
    status: "PendingApproval",
    active: false,
    merchant: merchant.id,
    memberId: card.memberId,
    paymentMethod: null,
    ...AGREEMENT_TERMS,
    currency: "USD",
    ...terms,
    timeZone: "UTC",
    nextChargeOn: null,
    charges: 0,
    chargeLimit: null,
    firstApproved: null,
    lastUsed: null,
    createdAt: START,
    expiresAt: "2026-03-09T10:00:00.000Z",
    approvedAt: null,
    deniedAt: null,
    revokedAt: null,
    revokedBy: null,
    revokeReason: null,
  });
});

test("a request takes no money, and its one event says so", async () => {
  const { merchant, card } = await createShop();
  const count = async () => [await countRows("entries"), await countRows("authorizations"), await countRows("events")];
  const [entries = 0, authorizations = 0, events = 0] = await count();
  const { id } = await requestTestAgreement(merchant, { card });
  assert.deepEqual(await count(), [entries, authorizations, events + 1]);
  const [event] = await queryTestDatabase("SELECT type FROM events WHERE subject_id = $1", [id]);
  assert.deepEqual(event, { type: "agreement.requested" });
});

test("the last day may be today", async () => {
  withFakeClock("2026-03-02T23:59:59.999Z");
  const { merchant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card, endsOn: "2026-03-02" });
  assert.equal((await readAgreement(merchant, { id })).endsOn, "2026-03-02");
});

test("a member no one knows, of the other environment, or without an account in the currency is a 400", async () => {
  const { merchant, card } = await createShop();
  const live = await createTestCard(await createTestKey(merchant.tenant, { environment: "live" }));
  const refused = { status: 400, code: "invalid_reference" } as const;
  for (const [body, field] of [
    [{ memberId: "NoSuchMember00001" }, "memberId"],
    [{ memberId: "short" }, "memberId"],
    [{ memberId: card.accountId }, "memberId"],
    [{ memberId: live.memberId }, "memberId"],
    [{ memberId: card.memberId, currency: "EUR" }, "currency"],
    [{ memberId: card.memberId, currency: "XXX" }, "currency"],
  ] as const) {
    const options = { body: { ...AGREEMENT_TERMS, ...body } };
    assert.equal((await expectError(merchant, authorizeRecurring, options, refused)).error.field, field);
  }
});

test("without a currency a request is in that of the member's oldest account, with its decimals", async () => {
  const { merchant } = await createShop();
  const card = await createTestCard(merchant.tenant, { currency: "KWD", fundsMinor: 5_000n });
  const { id } = await requestTestAgreement(merchant, { card, amount: 1.005, maxAmount: 2.5 });
  const { currency, amount, maxAmount } = await readAgreement(merchant, { id });
  assert.deepEqual([currency, amount, maxAmount], ["KWD", 1.005, 2.5]);
  const fine = { body: { ...AGREEMENT_TERMS, memberId: card.memberId, maxAmount: 1.0005 } };
  const { error } = await expectError(merchant, authorizeRecurring, fine, { status: 400, code: "validation_error" });
  assert.equal(error.field, "maxAmount");
});

test("any merchant of the network may ask a member, whichever tenant's it is", async () => {
  const [merchant, issuer] = [await createTestMerchant(await createTestTenant()), await createTestTenant()];
  const agreement = await requestTestAgreement(merchant, { card: await createTestCard(issuer) });
  assert.equal((await approve(issuer, agreement)).status, "Active");
});

test("without a right key no one asks or reads", async () => {
  const { merchant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card });
  const body = { memberId: card.memberId, ...AGREEMENT_TERMS };
  const record = { body: { recurringAuthorizationId: id } };
  for (const sender of [null, { key: `${merchant.key}x` }, { key: "mk_test_nobody_secret" }]) {
    await expectError(sender, authorizeRecurring, { body }, FAILED);
    await expectError(sender, getRecurring, record, FAILED);
  }
  await expectError(merchant.tenant, getRecurring, record, FAILED);
  await revokeTestMerchantKey(merchant);
  await expectError(merchant, getRecurring, record, FAILED);
});

test("an agreement is its merchant's alone: for others, of the same tenant too, it is not there", async () => {
  const { merchant, card } = await createShop();
  const { id } = await requestTestAgreement(merchant, { card });
  const missing = { status: 404, code: "recurring_authorization_not_found" } as const;
  const live = await createTestMerchant(await createTestKey(merchant.tenant, { environment: "live" }));
  const record = { body: { recurringAuthorizationId: id } };
  for (const other of [await createTestMerchant(merchant.tenant), (await createShop()).merchant, live]) {
    await expectError(other, getRecurring, record, missing);
  }
  await expectError(merchant, getRecurring, { body: { recurringAuthorizationId: "NoSuchAgreement01" } }, missing);
  await expectError(merchant, getRecurring, { body: { recurringAuthorizationId: "short" } }, missing);
});

test("a suspended tenant asks no one; a suspended merchant is denied with 03", async () => {
  const { merchant, card } = await createShop();
  const body = { memberId: card.memberId, ...AGREEMENT_TERMS };
  await suspendTestMerchant(merchant);
  const denied = (await call(merchant, authorizeRecurring, { body })).body;
  assert.deepEqual(
    [denied.status, denied.reasonCode, denied.recurringAuthorizationId, denied.memberId, denied.expiresAt],
    ["Denied", "03", null, null, null],
  );
  await suspendTestTenant(merchant.tenant);
  await expectError(merchant, authorizeRecurring, { body }, { status: 403, code: "tenant_suspended" });
});

test("a repeat is the same request; the key for another one is a 422", async () => {
  const { merchant, card } = await createShop();
  const body = { memberId: card.memberId, ...AGREEMENT_TERMS };
  const first = await call(merchant, authorizeRecurring, { body, idempotencyKey: "ask-1" });
  const rows = await countRows("recurring_agreements");
  const repeat = await call(merchant, authorizeRecurring, { body, idempotencyKey: "ask-1" });
  assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
  assert.equal(repeat.headers.get("idempotent-replayed"), "true");
  assert.equal(await countRows("recurring_agreements"), rows);
  await expectError(
    merchant,
    authorizeRecurring,
    { body: { ...body, amount: 1 }, idempotencyKey: "ask-1" },
    { status: 422, code: "idempotency_key_reused" },
  );
});

test("ten unanswered requests of one merchant are enough for a member", async () => {
  const clock = withFakeClock(START);
  const { merchant, card } = await createShop();
  const asked = [];
  for (let i = 0; i < 10; i += 1) asked.push(await requestTestAgreement(merchant, { card }));
  const full = { status: 409, code: "recurring_request_limit_reached" } as const;
  const options = { body: { memberId: card.memberId, ...AGREEMENT_TERMS } };
  assert.deepEqual((await expectError(merchant, authorizeRecurring, options, full)).error.details, { limit: 10 });
  // Each of these frees a slot: another member, another merchant, an answer, an expiry.
  await requestTestAgreement(merchant);
  await requestTestAgreement(await createTestMerchant(merchant.tenant), { card });
  await approve(merchant.tenant, asked[0] ?? { id: "" });
  await requestTestAgreement(merchant, { card });
  await expectError(merchant, authorizeRecurring, options, full);
  clock.advance(7 * DAY_MS);
  await requestTestAgreement(merchant, { card });
});
