import assert from "node:assert/strict";
import { test } from "node:test";
import { V1_OPERATIONS } from "@/server/api/v1";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { getBalance } from "@/server/domain/ledger";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const PROTECTED = V1_OPERATIONS.filter(({ auth }) => auth === "tenant");
const ID = "3Fq8rT2kZb7Wn4XsD";
const ABOUT_ONE = PROTECTED.filter(({ tag, params }) => tag === "Authorizations" && params);

for (const [index, operation] of PROTECTED.entries()) {
  const options = {
    address: `192.0.2.${index}`,
    params: { id: ID, code: "7KQ2M9XW4T", deliveryId: ID, keyId: ID, cardId: ID },
    ...(operation.body ? { rawBody: JSON.stringify(operation.body.example) } : {}),
  };

  test(`${operation.id}: no credentials get a 401, an unregistered key a 403`, async () => {
    await expectError(null, operation, options, { status: 401, code: "authentication_failed" });
    const unregistered = { publicKey: "pk_test_nobody", secret: "sk_test_nobody" };
    await expectError(unregistered, operation, options, { status: 403, code: "api_key_not_registered" });
  });

  test(`${operation.id}: credentials are judged before the request`, async () => {
    const broken = { ...options, idempotencyKey: null, ...(operation.body ? { rawBody: "{" } : {}) };
    const { error } = await expectError(null, operation, broken, { status: 401, code: "authentication_failed" });
    assert.deepEqual(error.details, {});
  });
}

for (const operation of ABOUT_ONE) {
  const body = operation.body ? { rawBody: JSON.stringify({ amount: 1 }) } : {};
  const expected = { status: 404, code: "authorization_not_found" } as const;

  test(`${operation.id}: another tenant’s record is not there, by either id`, async () => {
    const [owner, stranger] = [await createTestTenant(), await createTestTenant()];
    const { recordId, authorizationId, card } = await createTestHold(owner);
    for (const id of [recordId, authorizationId]) {
      const refused = await expectError(stranger, operation, { params: { id }, ...body }, expected);
      const unknown = await expectError(
        stranger,
        operation,
        { params: { id: "3Fq8rT2kZb7Wn4XsD" }, ...body },
        expected,
      );
      assert.equal(refused.text, unknown.text, "no different from one that does not exist");
    }
    assert.equal((await getBalance(card.accountId)).heldMinor, 60_00n);
  });

  test(`${operation.id}: a 7-digit id that two tenants have is each one’s own`, async () => {
    const [tenant, other] = [await createTestTenant(), await createTestTenant()];
    const [mine, theirs] = [await createTestHold(tenant), await createTestHold(other)];
    await queryTestDatabase("UPDATE authorizations SET authorization_number = $1 WHERE id = $2", [
      mine.authorizationId,
      theirs.recordId,
    ]);
    const { body: answer } = await call(tenant, operation, { params: { id: mine.authorizationId }, ...body });
    const { recordId, parentAuthorization } = answer as { recordId: string; parentAuthorization?: string };
    assert.equal(parentAuthorization ?? recordId, mine.recordId);
  });

  test(`${operation.id}: the tenant’s own key of the other environment does not reach it`, async () => {
    for (const [environment, otherEnvironment] of [["live", "test"] as const, ["test", "live"] as const]) {
      const tenant = await createTestTenant({ environment });
      const otherKey = await createTestKey(tenant, { environment: otherEnvironment });
      const { recordId, authorizationId, card } = await createTestHold(tenant);
      for (const id of [recordId, authorizationId]) {
        await expectError(otherKey, operation, { params: { id }, ...body }, expected);
      }
      assert.equal((await getBalance(card.accountId)).heldMinor, 60_00n);
    }
  });

  test(`${operation.id}: every key of the tenant and environment reaches it`, async () => {
    const tenant = await createTestTenant();
    const secondKey = await createTestKey(tenant);
    const { recordId } = await createTestHold(tenant);
    const { status } = await call(secondKey, operation, { params: { id: recordId }, ...body });
    assert.ok(status === 200 || status === 201);
  });
}

async function expectUnknownCard(tenant: TestTenant, panToken: string): Promise<void> {
  const options = { body: { panToken, amount: 1 } };
  await expectError(tenant, createAuthorization, options, { status: 422, code: "14" });
}

test("createAuthorization: a card of the other environment is unknown, and so is its merchant", async () => {
  const live = await createTestTenant({ environment: "live" });
  const testKey = await createTestKey(live, { environment: "test" });
  const [liveCard, testCard] = [await createTestCard(live), await createTestCard(testKey)];
  await expectUnknownCard(testKey, liveCard.panToken);
  await expectUnknownCard(live, testCard.panToken);
  const body = { panToken: testCard.panToken, amount: 1, merchant: live.merchantId };
  await expectError(testKey, createAuthorization, { body }, { status: 400, code: "invalid_reference" });
});

test("createAuthorization: any tenant's merchant may charge any member of the network", async () => {
  const [acquirer, issuer] = [await createTestTenant(), await createTestTenant()];
  const { panToken } = await createTestCard(issuer);
  const { status } = await call(acquirer, createAuthorization, { body: { panToken, amount: 1 } });
  assert.equal(status, 201);
});
