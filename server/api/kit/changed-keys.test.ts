import assert from "node:assert/strict";
import { test } from "node:test";
import * as v1 from "@/server/contracts/rest/authorizations";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { chargeRecurring } from "@/server/contracts/rest/recurring";
import * as shop from "@/server/contracts/rest/transactions";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { closeRequestLog, openRequestLog } from "@/server/domain/request-log";
import { getLimiter } from "@/server/platform/limiters";
import { type CallOptions, send } from "@/server/testing/clients/api-client";
import type { Sender } from "@/server/testing/clients/credentials";
import { readError } from "@/server/testing/clients/raw-request";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { createTestAgreement } from "@/server/testing/factories/agreements";
import { createTestKey, revokeTestKey, rotateTestSecret, suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import {
  createTestMerchant,
  createTestMerchantKey,
  revokeTestMerchantKey,
  type TestMerchant,
} from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold } from "@/server/testing/factories/transactions";
import { whileStopped } from "@/server/testing/faults/blocked-query";
import { advanceTestClock } from "@/server/testing/sandbox-clock";

withTestDatabase();

type Options = CallOptions<OperationContract>;
type Operation = readonly [OperationContract, ask: () => Promise<Options>];

async function tenantOperations({ tenant }: Pick<TestMerchant, "tenant">): Promise<readonly Operation[]> {
  const card = await createTestCard(tenant);
  const hold = async () => ({ id: (await createTestHold(tenant, { card, amount: 5 })).recordId });
  const { panToken } = card;
  return [
    [v1.createAuthorization, async () => ({ rawBody: JSON.stringify({ panToken, amount: 5 }) })],
    [v1.getAuthorization, async () => ({ params: await hold() })],
    [v1.incrementAuthorization, async () => ({ params: await hold(), rawBody: '{"amount":1}' })],
    [v1.captureAuthorization, async () => ({ params: await hold(), rawBody: "{}" })],
    [v1.reverseAuthorization, async () => ({ params: await hold(), rawBody: '{"reason":"RV01"}' })],
  ];
}

async function merchantOperations(merchant: TestMerchant): Promise<readonly Operation[]> {
  const card = await createTestCard(merchant.tenant);
  const agreement = await createTestAgreement(merchant, { card });
  const pay = async () => ({ rawBody: JSON.stringify({ paymentMethod: card.panToken, amount: 5 }) });
  const held = async () => {
    const { authorizationId } = await createTestMerchantHold(merchant, { card, amount: 5 });
    return { rawBody: JSON.stringify({ authorizationId }) };
  };
  return [
    [shop.authorizeTransaction, pay],
    [shop.sellTransaction, pay],
    [shop.captureTransaction, held],
    [shop.voidTransaction, held],
    [chargeRecurring, async () => ({ rawBody: JSON.stringify({ recurringAuthorizationId: agreement.id, amount: 1 }) })],
  ];
}

async function countEffects(): Promise<readonly number[]> {
  return Promise.all(
    ["authorizations", "captures", "reversals", "events", "entries", "idempotency_keys"].map(countRows),
  );
}

async function use(sender: Sender, [contract, ask]: Operation): Promise<void> {
  const { status, text } = await send(sender, contract, await ask());
  assert.ok(status < 300, `${contract.id}: ${text}`);
}

async function refuseAfter(
  change: () => Promise<unknown>,
  sender: Sender,
  [contract, ask]: Operation,
  { status, code }: { readonly status: number; readonly code: Parameters<typeof readError>[2] },
): Promise<void> {
  const options = await ask();
  await change();
  const before = await countEffects();
  readError(await send(sender, contract, options), status, code);
  assert.deepEqual(await countEffects(), before, `${contract.id} left something`);
}

const REVOKED = { status: 401, code: "authentication_failed" } as const;
const SUSPENDED = { status: 403, code: "tenant_suspended" } as const;

test("every operation refuses a tenant's key that it took before as soon as it is revoked", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  for (const operation of await tenantOperations(merchant)) {
    const key = await createTestKey(merchant.tenant);
    await use(key, operation);
    await refuseAfter(() => revokeTestKey(key), key, operation, REVOKED);
  }
});

test("and a merchant's key", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  for (const operation of await merchantOperations(merchant)) {
    const key = await createTestMerchantKey(merchant);
    await use(key, operation);
    await refuseAfter(() => revokeTestMerchantKey(key), key, operation, REVOKED);
  }
});

test("a revocation counts as soon as it is committed, for all requests of a batch", async () => {
  const { tenant } = await createTestMerchant(await createTestTenant());
  const [authorize] = await tenantOperations({ tenant });
  assert.ok(authorize);
  const [contract, ask] = authorize;
  const key = await createTestKey(tenant);
  await use(key, authorize);
  const before = await countRows("authorizations");
  const client = await getPool().connect();
  try {
    await client.query("BEGIN");
    await client.query("UPDATE api_keys SET revoked_at = now() WHERE id = $1", [key.apiKeyId]);
    assert.equal((await send(key, contract, await ask())).status, 201, "nothing is revoked before it is committed");
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  const replies = await Promise.all(Array.from({ length: 20 }, async () => send(key, contract, await ask())));
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [401]);
  assert.equal(await countRows("authorizations"), before + 1);
});

test("a suspended tenant, a rolled secret, and a required signature count with the next request", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const { tenant } = merchant;
  const [authorize] = await tenantOperations(merchant);
  const [sell] = await merchantOperations(merchant);
  assert.ok(authorize && sell);
  const [rolled, signed] = [await createTestKey(tenant), await createTestKey(tenant)];
  for (const key of [rolled, signed, tenant]) await use(key, authorize);
  await use(merchant, sell);
  const { secret } = rolled;
  await refuseAfter(() => rotateTestSecret(rolled, `${secret}2`), rolled, authorize, REVOKED);
  assert.equal((await send({ ...rolled, secret: `${secret}2` }, authorize[0], await authorize[1]())).status, 201);
  const requireSignature = () =>
    queryTestDatabase("UPDATE api_keys SET require_signature = true WHERE id = $1", [signed.apiKeyId]);
  await refuseAfter(requireSignature, signed, authorize, { status: 401, code: "signature_required" });
  await refuseAfter(() => suspendTestTenant(tenant), tenant, authorize, SUSPENDED);
  await refuseAfter(async () => undefined, merchant, sell, SUSPENDED);
  await getPrisma().tenant.update({ where: { id: tenant.id }, data: { status: "active" } });
  assert.equal((await send(tenant, authorize[0], await authorize[1]())).status, 201, "and so does an end of it");
});

test("a request is of the time that the sandbox clock shows when it comes in", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const [authorize] = await tenantOperations(merchant);
  assert.ok(authorize);
  await use(merchant.tenant, authorize);
  const { now } = await advanceTestClock(merchant.tenant, { days: 3 });
  await send(merchant.tenant, authorize[0], await authorize[1]());
  const [latest] = await queryTestDatabase<{ at: Date }>("SELECT max(created_at) AS at FROM authorizations");
  assert.ok(latest && latest.at >= new Date(now), `${latest?.at.toISOString()} is before ${now}`);
});

test("a refusal before anything is read comes from the key as it is", async () => {
  const { tenant } = await createTestMerchant(await createTestTenant());
  const key = await createTestKey(tenant);
  const [authorize] = await tenantOperations({ tenant });
  assert.ok(authorize);
  await use(key, authorize);
  const wrong = { rawBody: "{}" };
  readError(await send(key, v1.createAuthorization, wrong), 400, "validation_error");
  await revokeTestKey(key);
  readError(await send(key, v1.createAuthorization, wrong), 401, "authentication_failed");
});

test("a request whose tenant changes while it is under way is read and counted once, and done", async () => {
  const { tenant } = await createTestMerchant(await createTestTenant());
  const [authorize] = await tenantOperations({ tenant });
  assert.ok(authorize);
  const [contract, ask] = authorize;
  getLimiter("tier-plus", 1_000, 3_600);
  await queryTestDatabase("UPDATE tenants SET rate_limit_tier = 'plus' WHERE id = $1", [tenant.id]);
  const left = async (options: Options) => {
    const { status, headers, text } = await send(tenant, contract, options);
    assert.equal(status, 201, text);
    return Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]);
  };
  const first = await left(await ask());
  const stop = {
    text: `INSERT INTO idempotency_keys (scope, key, fingerprint, status, body, created_at)
      VALUES ($1, 'under-way', 'of nobody', 200, '{}', now())`,
    values: [`tenant:${tenant.id}:${tenant.environment}`],
  };
  const options = { ...(await ask()), idempotencyKey: "under-way" };
  const change = () =>
    queryTestDatabase("UPDATE tenants SET keeps_live_bodies = NOT keeps_live_bodies WHERE id = $1", [tenant.id]);
  assert.equal(await whileStopped(stop, () => left(options), change), first - 1);
});

test("a request of a revoked key doesn't make the key look used", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant } = await createTestMerchant(await createTestTenant());
  const [authorize] = await tenantOperations({ tenant });
  assert.ok(authorize);
  await use(tenant, authorize);
  clock.advance(61_000);
  await refuseAfter(() => revokeTestKey(tenant), tenant, authorize, REVOKED);
  const key = await getPrisma().apiKey.findUniqueOrThrow({ where: { id: tenant.apiKeyId } });
  assert.equal(key.lastUsedAt?.toISOString(), "2026-03-02T10:00:00.000Z");
});

test("an answer given again is given to a key that still is one", async () => {
  const { tenant } = await createTestMerchant(await createTestTenant());
  const key = await createTestKey(tenant);
  const { panToken } = await createTestCard(tenant);
  openRequestLog();
  const repeat = () => send(key, v1.createAuthorization, { body: { panToken, amount: 5 }, idempotencyKey: "once" });
  const replies = [await repeat(), await repeat(), await repeat()];
  assert.deepEqual(
    replies.map(({ headers }) => headers.get("idempotent-replayed")),
    [null, "true", "true"],
  );
  await revokeTestKey(key);
  const refused = await repeat();
  readError(refused, 401, "authentication_failed");
  assert.equal(refused.headers.get("idempotent-replayed"), null);
  await closeRequestLog();
  const rows = await queryTestDatabase("SELECT status FROM request_records WHERE key_id = $1", [key.publicKey]);
  const statuses = rows.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, 200, 201], "what no one has proved to be theirs is in no one’s log");
});

test("a key in use is marked once a minute", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const { tenant } = await createTestMerchant(await createTestTenant());
  const [authorize] = await tenantOperations({ tenant });
  assert.ok(authorize);
  const lastUse = async () =>
    (await getPrisma().apiKey.findUniqueOrThrow({ where: { id: tenant.apiKeyId } })).lastUsedAt?.toISOString();
  await use(tenant, authorize);
  assert.equal(await lastUse(), "2026-03-02T10:00:00.000Z");
  clock.advance(59_000);
  await send(tenant, authorize[0], await authorize[1]());
  assert.equal(await lastUse(), "2026-03-02T10:00:00.000Z");
  clock.advance(2_000);
  await send(tenant, authorize[0], await authorize[1]());
  assert.equal(await lastUse(), "2026-03-02T10:01:01.000Z");
});
