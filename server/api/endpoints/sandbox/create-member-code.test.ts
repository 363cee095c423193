import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemberCode } from "@/server/contracts/rest/sandbox";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";

async function refusedField(tenant: TestTenant, body: object, code: "invalid_reference" | "validation_error") {
  const options = { rawBody: JSON.stringify(body) };
  return (await expectError(tenant, createMemberCode, options, { status: 400, code })).error.field;
}

test("a code of eight characters without a PIN, with the terms of a tenant's code where none are given", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { status, body } = await call(tenant, createMemberCode, { body: { member: card.memberId } });
  const { code, recordId, ...rest } = body;
  assert.deepEqual([status, rest], [201, { status: "Code Active", expiresAt: "2026-03-02T10:10:00.000Z" }]);
  assert.match(code ?? "", /^[0-9A-HJKMNP-TV-Z]{8}$/);
  const stored = await storedCode({ recordId });
  const { origin, pinHash, memberId, accountId, merchantId, isSingleUse, isRecurring, maxAmountMinor } = stored;
  assert.deepEqual(
    { origin, pinHash, memberId, accountId, merchantId, isSingleUse, isRecurring, maxAmountMinor },
    {
      origin: "member",
      pinHash: null,
      memberId: card.memberId,
      accountId: card.accountId,
      merchantId: null,
      isSingleUse: true,
      isRecurring: false,
      maxAmountMinor: null,
    },
  );
});

test("every given term is kept", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { currency: "EUR" });
  const code = await createTestMemberCode(tenant, {
    card,
    account: card.accountId,
    merchant: tenant.merchantId,
    currency: "EUR",
    maxAmount: 49.99,
    expiryMinutes: 15,
    allowRecurring: true,
    recurringInterval: "monthly",
    recurringLimit: 12,
    recurringThru: "2027-02-28",
    displayHint: "from my phone",
    metadata: { order: 7 },
  });
  assert.equal(code.expiresAt, "2026-03-02T10:15:00.000Z");
  const stored = await storedCode(code);
  assert.deepEqual(
    [stored.accountId, stored.merchantId, stored.currency, stored.maxAmountMinor, stored.isSingleUse],
    [card.accountId, tenant.merchantId, "EUR", 49_99n, false],
  );
  assert.deepEqual(
    [stored.recurringInterval, stored.recurringLimit, stored.recurringThru?.toISOString(), stored.displayHint],
    ["monthly", 12, "2027-02-28T00:00:00.000Z", "from my phone"],
  );
  assert.deepEqual(stored.metadata, { order: 7 });
});

test("a refused creation names the field and makes nothing, as on /v1/payment-codes", async () => {
  withFakeClock(START);
  const tenant = await createTestTenant();
  const { memberId: member } = await createTestCard(tenant);
  const before = await countRows("payment_codes");
  for (const [field, body] of [
    ["member", {}],
    ["member", { member: 7 }],
    ["account", { member, account: "" }],
    ["merchant", { member, merchant: 7 }],
    ["currency", { member, currency: "usd" }],
    ["maxAmount", { member, maxAmount: 0 }],
    ["maxAmount", { member, maxAmount: 10.001 }],
    ["expiryMinutes", { member, expiryMinutes: 0 }],
    ["expiryMinutes", { member, expiryMinutes: 525_601 }],
    ["allowRecurring", { member, allowRecurring: "yes" }],
    ["recurringInterval", { member, allowRecurring: true, recurringInterval: "hourly" }],
    ["recurringLimit", { member, allowRecurring: true, recurringLimit: 0 }],
    ["recurringThru", { member, allowRecurring: true, recurringThru: "2026-03-01" }],
    ["displayHint", { member, displayHint: "x".repeat(65) }],
    ["metadata", { member, metadata: "text" }],
  ] as const) {
    assert.equal(await refusedField(tenant, body, "validation_error"), field);
  }
  assert.equal(await countRows("payment_codes"), before);
});

test("a tenant plays its own members only; the member may name any merchant of the network", async () => {
  const [tenant, other] = [await createTestTenant(), await createTestTenant()];
  const live = await createTestKey(tenant, { environment: "live" });
  const { memberId: member } = await createTestCard(tenant);
  const stranger = await createTestCard(other);
  for (const [field, body] of [
    ["member", { member: stranger.memberId }],
    ["member", { member: (await createTestCard(live)).memberId }],
    ["member", { member: "NoSuchMember00001" }],
    ["account", { member, account: stranger.accountId }],
    ["currency", { member, currency: "JPY" }],
    ["merchant", { member, merchant: live.merchantId }],
    ["merchant", { member, merchant: "NoSuchMerchant001" }],
  ] as const) {
    assert.equal(await refusedField(tenant, body, "invalid_reference"), field);
  }
  const shop = await createTestMerchant(other);
  const { code = "" } = (await call(tenant, createMemberCode, { body: { member, merchant: shop.id } })).body;
  const body = { amount: 10, paymentMethod: { type: "paymentCode", paymentCode: code } } as const;
  assert.equal((await call(await createTestMerchant(tenant), sellTransaction, { body })).body.reasonCode, "62");
  assert.equal((await call(shop, sellTransaction, { body })).body.approved, true);
  await assertBooksBalance();
});

test("a live key finds nothing here, and nothing is made", async () => {
  const tenant = await createTestTenant();
  const live = await createTestKey(tenant, { environment: "live" });
  const before = await countRows("payment_codes");
  const options = { body: { member: (await createTestCard(live)).memberId }, idempotencyKey: "code-1" };
  await expectError(live, createMemberCode, options, { status: 404, code: "not_found" });
  await expectError(null, createMemberCode, options, { status: 401, code: "authentication_failed" });
  await expectError({ ...tenant, secret: `${tenant.secret}x` }, createMemberCode, options, {
    status: 401,
    code: "authentication_failed",
  });
  assert.deepEqual([await countRows("payment_codes"), await countRows("idempotency_keys")], [before, 0]);
});

test("a repeat is a 200 that is without the code, of which nothing is stored", async () => {
  const tenant = await createTestTenant();
  const { memberId: member } = await createTestCard(tenant);
  const options = { body: { member, displayHint: "a hint to find" }, idempotencyKey: "code-1" };
  const first = await call(tenant, createMemberCode, options);
  const before = await countRows("payment_codes");
  const repeat = await call(tenant, createMemberCode, options);
  const { code = "", ...rest } = first.body;
  const { secretShown: _, ...repeated } = repeat.body;
  assert.deepEqual([repeat.status, repeated], [200, rest]);
  assert.equal(repeat.headers.get("idempotent-replayed"), "true");
  assert.equal(await countRows("payment_codes"), before);
  assert.deepEqual(await findStoredText(code), []);
  assert.deepEqual(await findStoredText("a hint to find"), ["payment_codes.display_hint"], "the search finds things");
  const reused = { status: 422, code: "idempotency_key_reused" } as const;
  await expectError(tenant, createMemberCode, { ...options, body: { member } }, reused);
});
