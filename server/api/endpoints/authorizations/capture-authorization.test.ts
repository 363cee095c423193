import assert from "node:assert/strict";
import { test } from "node:test";
import { captureAuthorization, getAuthorization, reverseAuthorization } from "@/server/contracts/rest/authorizations";
import { getBalance } from "@/server/domain/ledger";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { suspendTestTenant } from "@/server/testing/factories/api-keys";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

const CONFLICT = { status: 409, code: "authorization_not_capturable" } as const;

test("in parts: partial, then charged with what is left", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const { recordId, authorizationId, card } = await createTestHold(tenant);
  const params = { id: authorizationId };
  const part = await call(tenant, captureAuthorization, { params, body: { amount: 20.01 }, idempotencyKey: "part" });
  assert.equal(part.status, 200);
  assert.deepEqual(part.body, {
    status: "partial",
    amountCaptured: 20.01,
    transactionId: part.body.transactionId,
    authorizationId,
    recordId,
    authorizationStatus: "Authorization Partially Captured",
    merchantReference: null,
    idempotencyKey: "part",
    acknowledged: "2027-03-01T12:00:00.000Z",
    settled: null,
  });
  clock.advance(1000);
  const rest = await call(tenant, captureAuthorization, { params });
  assert.deepEqual([rest.body.status, rest.body.amountCaptured], ["charged", 39.99]);
  const { body: record } = await call(tenant, getAuthorization, { params });
  assert.deepEqual([record.status, record.captured], ["Authorization Captured", 60]);
  const { postedMinor, heldMinor } = await getBalance(card.accountId);
  assert.deepEqual([postedMinor, heldMinor], [940_00n, 0n]);
});

test("no body, an empty one, blanks and {} all capture everything", async () => {
  const tenant = await createTestTenant();
  for (const body of [{}, { rawBody: "" }, { rawBody: " \r\n" }, { rawBody: "{}" }]) {
    const { recordId } = await createTestHold(tenant);
    const captured = await call(tenant, captureAuthorization, { params: { id: recordId }, ...body });
    assert.deepEqual([captured.body.status, captured.body.amountCaptured], ["charged", 60]);
  }
});

test("amounts the contract does not allow are a 400", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  for (const amount of ['"1"', "0", "-1", "0.001", "1.001", "1e400", "true", "[1]", "{}"]) {
    const options = { params: { id: recordId }, rawBody: `{"amount":${amount}}` };
    const expected = { status: 400, code: "validation_error" } as const;
    const { error } = await expectError(tenant, captureAuthorization, options, expected);
    assert.equal(error.field, "amount", amount);
  }
});

test("more than the hold is a 409 that says what remains and takes nothing", async () => {
  const tenant = await createTestTenant();
  const { recordId, card } = await createTestHold(tenant);
  const options = { params: { id: recordId }, body: { amount: 60.01 } };
  const expected = { status: 409, code: "amount_exceeds_remaining_hold" } as const;
  const { error } = await expectError(tenant, captureAuthorization, options, expected);
  assert.equal(error.details.remaining, 60);
  assert.equal((await getBalance(card.accountId)).heldMinor, 60_00n);
});

test("captured, voided, or expired can't be captured: a 409 with the status and those allowed", async () => {
  const clock = withFakeClock("2027-03-01T12:00:00Z");
  const tenant = await createTestTenant();
  const [captured, voided, expired] = [
    await createTestHold(tenant),
    await createTestHold(tenant),
    await createTestHold(tenant),
  ];
  await call(tenant, captureAuthorization, { params: { id: captured.recordId } });
  await call(tenant, reverseAuthorization, { params: { id: voided.recordId } });
  clock.advance(7 * DAY_MS);
  const cases = [
    [captured.recordId, "Authorization Captured"],
    [voided.recordId, "Authorization Reversed"],
    [expired.recordId, "Authorization Expired"],
  ] as const;
  for (const [id, status] of cases) {
    const { error } = await expectError(tenant, captureAuthorization, { params: { id } }, CONFLICT);
    assert.equal(error.details.status, status);
    const allowed = ["Authorization Approved", "Authorization Partially Captured", "Authorization Partially Reversed"];
    assert.deepEqual(error.details.allowed, allowed);
  }
});

test("a suspended tenant still captures what it holds", async () => {
  const tenant = await createTestTenant();
  const { recordId } = await createTestHold(tenant);
  await suspendTestTenant(tenant);
  const { body } = await call(tenant, captureAuthorization, { params: { id: recordId } });
  assert.equal(body.status, "charged");
});
