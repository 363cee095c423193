import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { V1_OPERATIONS } from "@/server/api/v1";
import { captureAuthorization, createAuthorization } from "@/server/contracts/rest/authorizations";
import { getHealth } from "@/server/contracts/rest/health";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getPool } from "@/server/db/pool";
import { getBalance } from "@/server/domain/ledger";
import { createTestNetworkKey } from "@/server/testing/bank-statements";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { withDatabaseLink } from "@/server/testing/faults/database-link";

withTestDatabase();
const link = withDatabaseLink();

const AWAY = { status: 503, code: "temporarily_unavailable" } as const;

const ID = "3Fq8rT2kZb7Wn4XsD";

test("without its database every operation is a 503 with Retry-After, and comes back by itself", async () => {
  const tenant = await createTestTenant();
  const network = await createTestNetworkKey();
  await call(tenant, getTenantIdentity);
  bindTestSender();
  await link.cut();
  try {
    for (const operation of V1_OPERATIONS) {
      const body = operation.body ? { rawBody: JSON.stringify(operation.body.example) } : {};
      const sender = operation.auth === "network" ? network : tenant;
      const params = { id: ID, code: "7KQ2M9XW4T", deliveryId: "3Fq8rTDw2Lk9VbN4h", keyId: ID, cardId: ID };
      const { headers, error } = await expectError(sender, operation, { params, ...body }, AWAY);
      assert.deepEqual([headers.get("retry-after"), error.details], ["1", {}], operation.id);
    }
  } finally {
    await link.restore();
  }
  await call(tenant, getTenantIdentity);
  await call(tenant, getHealth);
});

test("a database behind this version is a 503 that says so", async () => {
  const tenant = await createTestTenant();
  await getPool().query("ALTER TABLE authorizations RENAME TO away");
  try {
    const hold = { body: createAuthorization.body.example };
    const { headers, error } = await expectError(tenant, createAuthorization, hold, AWAY);
    assert.equal(headers.get("retry-after"), "1");
    assert.match(error.message, /not migrated/);
  } finally {
    await getPool().query("ALTER TABLE away RENAME TO authorizations");
  }
});

test("a connection lost between requests is replaced", async () => {
  const tenant = await createTestTenant();
  await call(tenant, getTenantIdentity);
  await link.cut();
  await link.restore();
  for (let i = 0; i < 3; i += 1) await call(tenant, getTenantIdentity);
});

/** Text that is only in the query that stores the response for a key, not in the one that looks it up. */
const writeUnder = (key: string) => `"key":"${key}","fingerprint"`;

test("an answer lost after the work: the repeat gets it, and nothing is done twice", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const creation = { body: { panToken: card.panToken, amount: 5 }, idempotencyKey: randomUUID() };
  link.loseAnswerTo(writeUnder(creation.idempotencyKey));
  await expectError(tenant, createAuthorization, creation, AWAY);
  const created = await call(tenant, createAuthorization, creation);
  assert.deepEqual([created.status, created.headers.get("idempotent-replayed")], [200, "true"]);
  assert.equal((await getBalance(card.accountId)).heldMinor, 5_00n);
});

test("the same for a capture", async () => {
  const tenant = await createTestTenant();
  const { recordId, card } = await createTestHold(tenant);
  const capture = { params: { id: recordId }, body: { amount: 20 }, idempotencyKey: randomUUID() };
  link.loseAnswerTo(writeUnder(capture.idempotencyKey));
  await expectError(tenant, captureAuthorization, capture, AWAY);
  const captured = await call(tenant, captureAuthorization, capture);
  assert.deepEqual([captured.body.amountCaptured, captured.headers.get("idempotent-replayed")], [20, "true"]);
  const { postedMinor, heldMinor } = await getBalance(card.accountId);
  assert.deepEqual([postedMinor, heldMinor], [980_00n, 40_00n]);
});
