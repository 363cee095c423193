import assert from "node:assert/strict";
import { test } from "node:test";
import { SCOPE_OF_OPERATION, tenantScopesOf } from "@/server/api/kit/authenticate";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { MERCHANT_SCOPES, type MerchantScope, TENANT_SCOPES_OF } from "@/server/contracts/keys/merchant-scopes";
import { TENANT_SCOPES } from "@/server/contracts/keys/tenant-scopes";
import * as contracts from "@/server/contracts/rest/onboarding/merchants";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { listTransactions } from "@/server/contracts/rest/reading-back/merchant-records";
import {
  getTransaction,
  refundTransaction,
  reverseTransaction,
  sellTransaction,
} from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { hmacSha256Hex } from "@/server/platform/crypto";
import { call, expectError, send } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";

withTestDatabase();

const { createMerchantKey, listMerchantKeys, revokeMerchantKey, rollMerchantKey } = contracts;
const INVALID = { status: 400, code: "validation_error" } as const;
const FAILED = { status: 401, code: "authentication_failed" } as const;
const NO_SCOPE = { status: 403, code: "insufficient_scope" } as const;
const NO_SALE = { status: 404, code: "transaction_not_found" } as const;
const TOO_LATE = { status: 409, code: "undo_expired" } as const;
const NOT_PERMITTED = { status: 403, code: "not_permitted" } as const;
const NO_KEY = { status: 404, code: "merchant_key_not_found" } as const;

async function keyWith(tenant: TestTenant, scopes: MerchantScope[]): Promise<{ key: string; id: string }> {
  const params = { id: tenant.merchantId };
  const { id, key = "" } = (await call(tenant, createMerchantKey, { params, body: { scopes } })).body;
  return { id, key };
}

test("a key is shown once, kept as a hash, and listed with what it may do", async () => {
  const tenant = await createTestTenant();
  const params = { id: tenant.merchantId };
  const body = { name: "Till 1", scopes: ["read", "sale", "sale"] as MerchantScope[] };
  const options = { params, body, idempotencyKey: "key-1" };
  const first = await call(tenant, createMerchantKey, options);
  const { key, ...rest } = first.body;
  assert.equal(first.status, 201);
  assert.match(key ?? "", /^mk_test_[0-9a-f]{18}_[0-9a-f]{40}$/);
  assert.deepEqual([rest.name, rest.scopes, rest.expiresAt], ["Till 1", ["sale", "read"], null]);
  assert.deepEqual(await findStoredText(key?.slice(-40) ?? ""), []);
  const repeat = await call(tenant, createMerchantKey, options);
  const { secretShown: _, ...repeated } = repeat.body;
  assert.deepEqual([repeat.status, repeated], [200, rest]);
  const card = await createTestCard(tenant);
  await call({ key: key ?? "" }, sellTransaction, { body: { amount: 5, paymentMethod: card.panToken } });
  const [listed] = (await call(tenant, listMerchantKeys, { params })).body.data;
  assert.ok(listed?.lastUsedAt);
  assert.deepEqual({ ...listed, lastUsedAt: null }, rest);
});

test("scopes are one table of the merchant surface, and each operation asks for its own", async () => {
  assert.deepEqual(Object.keys(SCOPE_OF_OPERATION).sort(), MERCHANT_OPERATIONS.map(({ id }) => id).sort());
  const tenant = await createTestTenant();
  const keys = new Map(
    await Promise.all(MERCHANT_SCOPES.map(async (scope) => [scope, await keyWith(tenant, [scope])] as const)),
  );
  for (const operation of MERCHANT_OPERATIONS as readonly OperationContract[]) {
    for (const [scope, { key }] of keys) {
      const { text } = await send({ key }, operation, { rawBody: "{}", idempotencyKey: null });
      const isRefused = text.includes('"insufficient_scope"');
      const isEnough = [SCOPE_OF_OPERATION[operation.id]].flat().includes(scope);
      assert.equal(isRefused, !isEnough, `${operation.id} by ${scope}`);
    }
  }
});

test("a sell-only till gives no part back, and gets no earlier answer either", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const [till, office] = [await keyWith(tenant, ["sale"]), await keyWith(tenant, ["refund", "read"])];
  const { body: sale } = await call(till, sellTransaction, { body: { amount: 5, paymentMethod: card.panToken } });
  const { transactionId } = sale;
  assert.ok(transactionId);
  const refund = { body: { transactionId, amount: 2 }, idempotencyKey: "back-1" };
  const { error } = await expectError(till, refundTransaction, refund, NO_SCOPE);
  assert.deepEqual(error.details, { scope: "refund" });
  await call(office, refundTransaction, refund);
  await expectError(till, refundTransaction, refund, NO_SCOPE);
  await expectError(till, getTransaction, { body: { transactionId } }, NO_SCOPE);
  await expectError(office, sellTransaction, { body: { amount: 5, paymentMethod: card.panToken } }, NO_SCOPE);
});

test("a sell-only key undoes its own sale, whole, for ten minutes, and a repeat is its answer", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const [till, other] = [await keyWith(tenant, ["sale"]), await keyWith(tenant, ["sale", "read"])];
  const sell = async () => {
    const { transactionId } = (await call(till, sellTransaction, { body: { amount: 5, paymentMethod: card.panToken } }))
      .body;
    assert.ok(transactionId);
    return transactionId;
  };
  const [wrong, late, reversed] = [await sell(), await sell(), await sell()];
  const undo = { body: { transactionId: wrong }, idempotencyKey: "undo-1" };
  await expectError(other, refundTransaction, undo, NO_SCOPE);
  await expectError(other, reverseTransaction, { body: { transactionId: wrong } }, NO_SCOPE);
  await expectError(till, refundTransaction, { body: { transactionId: wrong, amount: 5 } }, NO_SCOPE);
  await expectError(till, refundTransaction, { body: { transactionId: "3Fq8rVYt5Hn2MpQ6C" } }, NO_SALE);
  clock.advance(10 * 60_000);
  const { body: undone, text } = await call(till, refundTransaction, undo);
  assert.deepEqual([undone.refundedAmount, undone.remainingRefundable, undone.status], [5, 0, "Refunded"]);
  await getPrisma().merchant.update({ where: { id: tenant.merchantId }, data: { isSameDayReversalEnabled: true } });
  assert.equal((await call(till, reverseTransaction, { body: { transactionId: reversed } })).body.reversedAmount, 5);
  clock.advance(1);
  assert.equal((await call(till, refundTransaction, undo)).text, text);
  const { error } = await expectError(till, refundTransaction, { body: { transactionId: late } }, TOO_LATE);
  assert.deepEqual(error.details, { scope: "refund", until: "2026-03-02T10:10:00.000Z" });
  const office = await keyWith(tenant, ["refund"]);
  assert.equal(
    (await call(office, refundTransaction, { body: { transactionId: late, amount: 2 } })).body.refundedAmount,
    2,
  );
});

test("a key gives a merchant’s key no scope that it lacks itself, and rolls none", async () => {
  for (const scope of MERCHANT_SCOPES) {
    const opened = (MERCHANT_OPERATIONS as readonly OperationContract[]).filter(({ id }) =>
      [SCOPE_OF_OPERATION[id]].flat().includes(scope),
    );
    assert.deepEqual(new Set(opened.flatMap(tenantScopesOf)), new Set(TENANT_SCOPES_OF[scope]), scope);
  }
  const tenant = await createTestTenant();
  const params = { id: tenant.merchantId };
  const made = { params, body: {}, idempotencyKey: "made" };
  await call(tenant, createMerchantKey, made);
  for (const scope of MERCHANT_SCOPES) {
    const { id: keyId } = await keyWith(tenant, [scope]);
    const needed = TENANT_SCOPES_OF[scope];
    const enough = await createTestKey(tenant, { scopes: ["merchants:write", ...needed] });
    await call(enough, createMerchantKey, { params, body: { scopes: [scope] } });
    await call(enough, rollMerchantKey, { params: { ...params, keyId } });
    for (const lacking of needed) {
      const narrow = await createTestKey(tenant, { scopes: TENANT_SCOPES.filter((other) => other !== lacking) });
      const before = await getPrisma().merchantKey.findMany({ orderBy: { id: "asc" } });
      for (const body of [{ scopes: [scope] }, {}]) {
        const { error } = await expectError(narrow, createMerchantKey, { params, body }, NO_SCOPE);
        assert.deepEqual(error.details, { scope: lacking });
      }
      await expectError(narrow, createMerchantKey, made, NO_SCOPE);
      const { error } = await expectError(narrow, rollMerchantKey, { params: { ...params, keyId } }, NO_SCOPE);
      assert.deepEqual(error.details, { scope: lacking });
      assert.deepEqual(await getPrisma().merchantKey.findMany({ orderBy: { id: "asc" } }), before);
    }
  }
});

test("a key that is limited to addresses or must sign makes and rolls no merchant’s key", async () => {
  const tenant = await createTestTenant();
  const params = { id: tenant.merchantId };
  const { id: keyId, key } = await keyWith(tenant, ["read"]);
  const bound = await createTestKey(tenant, { allowedAddresses: ["127.0.0.0/8", "::1"] });
  const signs = await createTestKey(tenant, { requireSignature: true });
  const signed = (path: string, rawBody: string) => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = hmacSha256Hex(signs.secret, ["POST", path, timestamp, rawBody].join("\n"));
    return { "x-timestamp": timestamp, "x-signature": `sha256=${signature}` };
  };
  const path = `/v1/merchants/${tenant.merchantId}/keys`;
  const rawBody = '{"scopes":["read"]}';
  const making = { params, rawBody };
  const rolling = { params: { ...params, keyId } };
  await expectError(bound, createMerchantKey, making, NOT_PERMITTED);
  await expectError(bound, rollMerchantKey, rolling, NOT_PERMITTED);
  const rollingSigned = { ...rolling, headers: signed(`${path}/${keyId}/roll`, "") };
  await expectError(signs, createMerchantKey, { ...making, headers: signed(path, rawBody) }, NOT_PERMITTED);
  await expectError(signs, rollMerchantKey, rollingSigned, NOT_PERMITTED);
  await call({ key }, listTransactions, { body: {} });
  assert.equal(await getPrisma().merchantKey.count({ where: { merchantId: tenant.merchantId } }), 1);
});

test("a merchant’s key ends with the key that made it, or before, also by a clock that is ahead", async () => {
  withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const params = { id: tenant.merchantId };
  const lasting = await keyWith(tenant, ["read"]);
  const maker = await createTestKey(tenant, { expiresAt: new Date("2026-03-02T11:00:00.000Z") });
  const late = { params, body: { expiresAt: "2026-03-02T11:00:00.001Z" } };
  assert.equal((await expectError(maker, createMerchantKey, late, INVALID)).error.field, "expiresAt");
  for (const expiresAt of ["2026-03-02T11:00:00.000Z", "2026-03-02T10:30:00.000Z"]) {
    const { body } = await call(maker, createMerchantKey, { params, body: { expiresAt } });
    assert.equal(body.expiresAt, expiresAt);
  }
  const inherited = (await call(maker, createMerchantKey, { params, body: {} })).body;
  assert.equal(inherited.expiresAt, "2026-03-02T11:00:00.000Z");
  await expectError(maker, rollMerchantKey, { params: { ...params, keyId: lasting.id } }, NOT_PERMITTED);
  await call(maker, rollMerchantKey, { params: { ...params, keyId: inherited.id } });
  await queryTestDatabase("INSERT INTO sandbox_clocks (tenant_id, ahead_ms) VALUES ($1, 86400000)", [tenant.id]);
  const ahead = (await call(maker, createMerchantKey, { params, body: {} })).body;
  assert.equal(ahead.expiresAt, "2026-03-03T11:00:00.000Z");
});

test("a key ends at its moment, also where it is remembered", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const params = { id: tenant.merchantId };
  const past = { params, body: { expiresAt: "2026-03-02T10:00:00.000Z" } };
  assert.equal((await expectError(tenant, createMerchantKey, past, INVALID)).error.field, "expiresAt");
  const body = { expiresAt: "2026-03-02T10:00:30.000Z" };
  const { key = "", expiresAt } = (await call(tenant, createMerchantKey, { params, body })).body;
  assert.equal(expiresAt, body.expiresAt);
  const card = await createTestCard(tenant);
  const sale = { body: { amount: 1, paymentMethod: card.panToken } };
  await call({ key }, sellTransaction, sale);
  clock.advance(29_999);
  await call({ key }, sellTransaction, sale);
  clock.advance(1);
  await expectError({ key }, sellTransaction, sale, FAILED);
});

test("a revoked key is refused at once; the revocation is on record, and a repeat finds nothing again", async () => {
  const tenant = await createTestTenant();
  const { id, key } = await keyWith(tenant, ["read"]);
  const params = { id: tenant.merchantId, keyId: id };
  await send({ key }, getTransaction, { rawBody: "{}" });
  const options = { params, headers: { "idempotency-key": "revoke-1" } };
  const first = await call(tenant, revokeMerchantKey, options);
  assert.deepEqual(first.body, { id, revoked: true });
  await expectError({ key }, getTransaction, { rawBody: "{}" }, FAILED);
  assert.equal((await call(tenant, revokeMerchantKey, options)).headers.get("idempotent-replayed"), "true");
  await expectError(tenant, revokeMerchantKey, { params }, NO_KEY);
  const other = await createTestMerchant(tenant);
  await expectError(tenant, revokeMerchantKey, { params: { ...params, id: other.id } }, NO_KEY);
  const records = await getPrisma().auditRecord.findMany({
    where: { subjectId: tenant.merchantId, action: { startsWith: "merchant_key." } },
    orderBy: { number: "asc" },
  });
  assert.deepEqual(
    records.map(({ action, actor }) => [action, actor]),
    ["merchant_key.created", "merchant_key.revoked"].map((action) => [action, `API key ${tenant.apiKeyId}`]),
  );
});

test("the tier caps working keys, and a revoked or expired one makes room", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const params = { id: tenant.merchantId };
  const full = { status: 409, code: "limit_reached" } as const;
  await call(tenant, createMerchantKey, { params, body: { expiresAt: "2026-03-02T11:00:00.000Z" } });
  const made = await Promise.all(Array.from({ length: 24 }, () => keyWith(tenant, ["read"])));
  await expectError(tenant, createMerchantKey, { params, body: {} }, full);
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { rateLimitTier: "standard" } });
  await call(tenant, createMerchantKey, { params, body: {} });
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { rateLimitTier: "sandbox" } });
  await expectError(tenant, createMerchantKey, { params, body: {} }, full);
  await Promise.all(
    made.slice(0, 3).map(({ id }) => call(tenant, revokeMerchantKey, { params: { ...params, keyId: id } })),
  );
  clock.advance(3_600_000);
  for (let i = 0; i < 3; i += 1) await call(tenant, createMerchantKey, { params, body: {} });
  await expectError(tenant, createMerchantKey, { params, body: {} }, full);
});

test("unknown scopes, and a list of none, are a 400", async () => {
  const tenant = await createTestTenant();
  const params = { id: tenant.merchantId };
  for (const wrong of [{ scopes: [] }, { scopes: ["everything"] }, { name: 7 }, { expiresAt: "tomorrow" }]) {
    await expectError(tenant, createMerchantKey, { params, rawBody: JSON.stringify(wrong) }, INVALID);
  }
});
