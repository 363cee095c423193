import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { createPaymentCode } from "@/server/contracts/rest/payment-codes";
import { openAccount } from "@/server/domain/members";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestKey, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, readCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const CROCKFORD = "[0-9A-HJKMNP-TV-Z]";

async function refusedField(tenant: TestTenant, body: object, code: "invalid_reference" | "validation_error") {
  const options = { rawBody: JSON.stringify(body) };
  const { error } = await expectError(tenant, createPaymentCode, options, { status: 400, code });
  return error.field;
}

test("a code with nothing but a member: ten minutes, one use, five tries, from the USD account", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { status, body } = await call(tenant, createPaymentCode, { body: { member: card.memberId } });
  const { code, pin, recordId, ...rest } = body;
  assert.deepEqual([status, rest], [201, { status: "Code Active", expiresAt: "2026-03-02T10:10:00.000Z" }]);
  assert.match(code, new RegExp(`^${CROCKFORD}{10}$`));
  assert.match(pin ?? "", new RegExp(`^${CROCKFORD}{7}$`));
  assert.deepEqual(await readCode(tenant, { code }), {
    recordId,
    status: "Code Active",
    member: card.memberId,
    account: card.accountId,
    merchant: null,
    currency: "USD",
    maxAmount: null,
    singleUse: true,
    lockoutThreshold: 5,
    triesLeft: 5,
    uses: 0,
    usesRemaining: 1,
    allowRecurring: false,
    recurringInterval: null,
    recurringLimit: null,
    recurringThru: null,
    nextUseOn: null,
    displayHint: null,
    metadata: null,
    created: START,
    expiresAt: "2026-03-02T10:10:00.000Z",
    lastUsed: null,
    revoked: false,
    revokedAt: null,
    revokeReason: null,
  });
});

test("every given field is kept", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const terms = {
    merchant: tenant.merchantId,
    currency: "USD",
    maxAmount: 49.99,
    lockoutThreshold: 3,
    allowRecurring: true,
    recurringInterval: "monthly",
    recurringLimit: 12,
    recurringThru: "2027-02-28",
    displayHint: "Für den Müll, 寿司 🍣",
    metadata: { order: 7, nested: { list: [1, null, "x"] } },
  } as const;
  const code = await createTestCode(tenant, { ...terms, expiryMinutes: 525_600 });
  const { account, singleUse, usesRemaining, expiresAt, ...shown } = await readCode(tenant, code);
  for (const [field, value] of Object.entries(terms)) assert.deepEqual(shown[field as keyof typeof terms], value);
  assert.deepEqual([account, singleUse, usesRemaining], [code.card.accountId, false, 12]);
  assert.equal(expiresAt, "2027-03-01T00:00:00.000Z", "its last day ends before its minutes do");
});

test("the member's oldest account pays by default, in the named currency; an account brings its own", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { currency: "EUR" });
  const open = (currency: "EUR" | "USD") => {
    clock.advance(1);
    return openAccount(networkCaller(), { memberId: card.memberId, currency, openingMinor: 1n, creditLimitMinor: 0n });
  };
  const [usd, secondUsd, secondEur] = [await open("USD"), await open("USD"), await open("EUR")];
  for (const [terms, account, currency] of [
    [{}, card.accountId, "EUR"],
    [{ currency: "USD" }, usd.id, "USD"],
    [{ currency: "EUR" }, card.accountId, "EUR"],
    [{ account: secondEur.id }, secondEur.id, "EUR"],
    [{ account: secondUsd.id, currency: "USD" }, secondUsd.id, "USD"],
  ] as const) {
    const shown = await readCode(tenant, await createTestCode(tenant, { card, ...terms }));
    assert.deepEqual([shown.account, shown.currency], [account, currency]);
  }
  const mixed = { member: card.memberId, account: usd.id, currency: "EUR" };
  assert.equal(await refusedField(tenant, mixed, "validation_error"), "currency");
  assert.equal(await refusedField(tenant, { member: card.memberId, currency: "JPY" }, "invalid_reference"), "currency");
});

test("another tenant's or environment's reference is invalid", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const live = await createTestKey(tenant, { environment: "live" });
  const { memberId: member } = await createTestCard(tenant);
  const before = await countRows("payment_codes");
  for (const stranger of [await createTestCard(other), await createTestCard(live), await createTestCard(tenant)]) {
    assert.equal(await refusedField(tenant, { member, account: stranger.accountId }, "invalid_reference"), "account");
  }
  for (const stranger of [await createTestCard(other), await createTestCard(live)]) {
    const body = { member: stranger.memberId, account: stranger.accountId };
    assert.equal(await refusedField(tenant, body, "invalid_reference"), "member");
  }
  for (const merchant of [other.merchantId, live.merchantId, "NoSuchMerchant001", "x"]) {
    assert.equal(await refusedField(tenant, { member, merchant }, "invalid_reference"), "merchant");
  }
  for (const [field, value] of [
    ["member", "NoSuchMember00001"],
    ["member", "x"],
    ["account", "é"],
    ["currency", "XXX"],
  ] as const) {
    assert.equal(await refusedField(tenant, { member, [field]: value }, "invalid_reference"), field);
  }
  assert.equal(await countRows("payment_codes"), before);
});

test("a refused creation names the field and mints nothing", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const { memberId: member } = await createTestCard(tenant);
  const before = await countRows("payment_codes");
  for (const [field, body] of [
    ["recurringThru", { member, allowRecurring: true, recurringThru: "2026-03-01" }],
    ["maxAmount", { member, maxAmount: 10.001 }],
    ["expiryMinutes", { member, expiryMinutes: 0 }],
    ["lockoutThreshold", { member, lockoutThreshold: 101 }],
    ["displayHint", { member, displayHint: "x".repeat(65) }],
    ["metadata", { member, metadata: "text" }],
    ["member", {}],
  ] as const) {
    assert.equal(await refusedField(tenant, body, "validation_error"), field);
  }
  assert.equal(await countRows("payment_codes"), before);
});

test("recurring terms govern beside singleUse, and have no effect without allowRecurring", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const terms = { recurringInterval: "daily", recurringLimit: 2, recurringThru: "2027-01-01" } as const;
  const recurring = await readCode(
    tenant,
    await createTestCode(tenant, { singleUse: true, allowRecurring: true, ...terms }),
  );
  assert.deepEqual([recurring.singleUse, recurring.recurringInterval, recurring.usesRemaining], [false, "daily", 2]);
  const single = await createTestCode(tenant, terms);
  const { singleUse, recurringInterval, recurringLimit, recurringThru } = await readCode(tenant, single);
  assert.deepEqual([singleUse, recurringInterval, recurringLimit, recurringThru], [true, null, null, null]);
  assert.equal(await outcomeOf(tenant, single), "approved");
  assert.equal(await outcomeOf(tenant, single), "65");
});

test("a refused creation lists what else is wrong, beside its metadata too", async () => {
  const tenant = await createTestTenant();
  const { memberId: member } = await createTestCard(tenant);
  const body = { member, displayHint: "x".repeat(65), metadata: { note: "x".repeat(501) } };
  const { error } = await expectError(tenant, createPaymentCode, { body }, { status: 400, code: "validation_error" });
  const { issues } = z.object({ issues: z.array(z.object({ field: z.string() })) }).parse(error.details);
  assert.deepEqual(
    issues.map(({ field }) => field),
    ["displayHint", "metadata"],
  );
});

test("a maximum has as many decimals as the account's currency", async () => {
  const tenant = await createTestTenant();
  const yen = await createTestCard(tenant, { currency: "JPY" });
  const body = { member: yen.memberId, currency: "JPY", maxAmount: 100.5 };
  assert.equal(await refusedField(tenant, body, "validation_error"), "maxAmount");
  const dinar = await createTestCard(tenant, { currency: "KWD" });
  const code = await createTestCode(tenant, { card: dinar, currency: "KWD", maxAmount: 1.005 });
  assert.equal((await readCode(tenant, code)).maxAmount, 1.005);
});

test("a suspended tenant mints no code", async () => {
  const tenant = await createTestTenant();
  const { memberId: member } = await createTestCard(tenant);
  await suspendTestTenant(tenant);
  await expectError(tenant, createPaymentCode, { body: { member } }, { status: 403, code: "tenant_suspended" });
});
